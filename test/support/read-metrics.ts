/** A service with an operations address: it was started with `METRICS_ADDRESS`. */
export type Measured = { readonly operationsUrl: string | undefined }

/** The metrics of a service by their name and labels, such as `declaim_requests_total{route="/health",...}`. */
export async function readMetrics({ operationsUrl }: Measured): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${operationsUrl}/metrics`)
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

/** How many segments a service has found in its cache, and how many it had to speak. */
export async function readLookups(service: Measured): Promise<{ readonly hits: number; readonly misses: number }> {
  const metrics = await readMetrics(service)
  const count = (outcome: string) => metrics.get(`declaim_segment_cache_lookups_total{outcome="${outcome}"}`) ?? 0
  return { hits: count('hit'), misses: count('miss') }
}
