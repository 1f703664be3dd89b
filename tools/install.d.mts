interface Lock {
  packages?: Readonly<Record<string, object>>;
}

export function installIfChanged(root: string, nodePackage: string): Promise<void>;
export function isInstalled(lock: Required<Lock>, installed: Lock | undefined): boolean;
