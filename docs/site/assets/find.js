/** What the search of the documents shows first. */
const MOST_RESULTS = 8
/** Results that are looked at: why something became so comes after how it is done. */
const MOST_LOOKED_AT = 20
const isRecord = ({ url }) => /\/(?:decisions|changelog|measurements)\//.test(url)

/** Titles of decisions begin with their number. */
const titleOf = ({ meta }) => meta.title.replace(/^\d+\. /, '').toLowerCase()

/** Returns the first results of what Pagefind found, best first. A page with this very title is the best. */
export async function firstResults({ results }, wanted) {
  const looked = await Promise.all(results.slice(0, MOST_LOOKED_AT).map((result) => result.data()))
  const rankOf = (page) => (titleOf(page) === wanted.toLowerCase() ? -1 : Number(isRecord(page)))
  return looked.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MOST_RESULTS)
}
