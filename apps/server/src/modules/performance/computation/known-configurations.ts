import type { SiteConfiguration } from '@solvane/energy/site-day/site';
import { type SiteSetup, toSiteConfiguration } from '../configuration/site-configuration.ts';

/** A megabyte per hundred devices. */
const DEVICES_KEPT = 5_000;

/**
 * Configurations in the engine's form, for as many devices as there is room for: making rules ready costs as much as a day, and so does what the engine
 * notes about a configuration once. A plant that sends every ten minutes is computed with the same one all year.
 */
export class KnownConfigurations {
  readonly #byHash = new Map<string, SiteConfiguration>();
  readonly #most: number;
  #devices = 0;

  constructor(most = DEVICES_KEPT) {
    this.#most = most;
  }

  get(setup: SiteSetup): SiteConfiguration {
    const { hash } = setup;
    const configuration = this.#byHash.get(hash) ?? toSiteConfiguration(setup);
    this.#forget(hash);
    this.#byHash.set(hash, configuration);
    this.#devices += configuration.devices.length;
    for (const oldest of this.#byHash.keys()) {
      if (this.#devices <= this.#most || oldest === hash) break;
      this.#forget(oldest);
    }
    return configuration;
  }

  #forget(hash: string): void {
    this.#devices -= this.#byHash.get(hash)?.devices.length ?? 0;
    this.#byHash.delete(hash);
  }
}
