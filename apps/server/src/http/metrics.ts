/** Numbers about the running process, in the text format of Prometheus. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** Read on request. Several readings carry labels. */
  gauge(name: string, help: string, read: () => number | GaugeReading[]): void;
  histogram(name: string, help: string, labels?: readonly string[]): Histogram;
  render(): string;
}

interface Counter {
  add(amount: number, labels?: readonly string[]): void;
}

interface Histogram {
  observe(labels: readonly string[], seconds: number): void;
}

interface GaugeReading {
  labels: Record<string, string>;
  value: number;
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

interface Distribution {
  labels: string;
  counts: number[];
  sum: number;
  count: number;
}

export function createMetrics(): Metrics {
  const renderers: (() => string[])[] = [];
  return {
    counter: (name, help, names = []) => {
      const values = new Map<string, number>();
      renderers.push(() => [...header(name, help, 'counter'), ...[...values].map(([labels, value]) => `${name}${wrap(labels)} ${value}`)]);
      return {
        add: (amount, labels = []) => {
          const key = joinLabels(names, labels);
          values.set(key, (values.get(key) ?? 0) + amount);
        },
      };
    },
    gauge: (name, help, read) => {
      renderers.push(() => {
        const readings = read();
        const lines =
          typeof readings === 'number'
            ? [`${name} ${readings}`]
            : readings.map(({ labels, value }) => `${name}${wrap(joinLabels(Object.keys(labels), Object.values(labels)))} ${value}`);
        return [...header(name, help, 'gauge'), ...lines];
      });
    },
    histogram: (name, help, names = []) => {
      const distributions = new Map<string, Distribution>();
      renderers.push(() => [
        ...header(name, help, 'histogram'),
        ...[...distributions.values()].flatMap((one) => renderDistribution(name, one)),
      ]);
      return {
        observe: (labels, seconds) => {
          const key = joinLabels(names, labels);
          const one = distributions.get(key) ?? { labels: key, counts: BUCKETS_SECONDS.map(() => 0), sum: 0, count: 0 };
          distributions.set(key, one);
          one.sum += seconds;
          one.count += 1;
          const bucket = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound);
          if (bucket >= 0) one.counts[bucket] = (one.counts[bucket] ?? 0) + 1;
        },
      };
    },
    render: () => `${renderers.flatMap((render) => render()).join('\n')}\n`,
  };
}

function renderDistribution(name: string, { labels, counts, sum, count }: Distribution): string[] {
  const comma = labels ? ',' : '';
  let below = 0;
  const buckets = BUCKETS_SECONDS.map((bound, index) => {
    below += counts[index] ?? 0;
    return `${name}_bucket{${labels}${comma}le="${bound}"} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket{${labels}${comma}le="+Inf"} ${count}`,
    `${name}_sum${wrap(labels)} ${sum}`,
    `${name}_count${wrap(labels)} ${count}`,
  ];
}

function header(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function joinLabels(names: readonly string[], values: readonly string[]): string {
  return names.map((name, index) => `${name}="${escapeLabel(values[index] ?? '')}"`).join(',');
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function wrap(labels: string): string {
  return labels ? `{${labels}}` : '';
}
