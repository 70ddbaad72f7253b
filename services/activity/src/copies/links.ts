// Links inside the texts of a copied course. Pure.

const hrefs = /(<a\b[^<>]*?\shref=")([^"]*)(")/gi
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/**
 * The text with links into the source leading to the same places of the copy. `as` tells what the source, its modules, activities and group
 * sets are called there. A link that names anything else as well (an activity that was not copied) stays as it is.
 */
export const linksRenamed = (html: string, as: ReadonlyMap<string, string>): string =>
  html.replace(hrefs, (whole, before: string, address: string, after: string) => {
    const named = (address.match(ids) ?? []).map((id) => id.toLowerCase())
    if (named.length === 0 || !named.every((id) => as.has(id))) return whole
    return before + address.replace(ids, (id) => as.get(id.toLowerCase()) ?? id) + after
  })
