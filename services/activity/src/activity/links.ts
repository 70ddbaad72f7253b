// Links inside the texts of a copied course. Pure.

/** `as` has the ids in the copy of the source, its modules, activities and group sets. */
export type CourseCopy = { from: string; course: string; org: string; person: string; as: ReadonlyMap<string, string> }

const hrefs = /(<a\b[^<>]*?\shref=")([^"]*)(")/gi
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/**
 * The text with links into the source leading to the same places of the copy. A link that names anything else as well (an activity that was not
 * copied) stays as it is.
 */
export const linksRenamed = (html: string, as: ReadonlyMap<string, string>): string =>
  html.replace(hrefs, (_, before: string, address: string, after: string) => before + addressRenamed(address, as) + after)

/** The same in a text without marks: its addresses are words with a slash. */
export const addressesRenamed = (text: string, as: ReadonlyMap<string, string>): string =>
  text.replace(/\S*\/\S*/g, (address) => addressRenamed(address, as))

function addressRenamed(address: string, as: ReadonlyMap<string, string>): string {
  const named = (address.match(ids) ?? []).map((id) => id.toLowerCase())
  return named.every((id) => as.has(id)) ? address.replace(ids, (id) => as.get(id.toLowerCase())!) : address
}
