/** The metrics of a service by their name and labels, such as `declaim_requests_total{route="/health",...}`. */
export async function readMetrics(url: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`)
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

/** How many segments a service has found in its cache, and how many it had to speak. */
export async function readLookups(url: string): Promise<{ readonly hits: number; readonly misses: number }> {
  const metrics = await readMetrics(url)
  const count = (outcome: string) => metrics.get(`declaim_segment_cache_lookups_total{outcome="${outcome}"}`) ?? 0
  return { hits: count('hit'), misses: count('miss') }
}
