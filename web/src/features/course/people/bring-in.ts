// The filling of a group chat with the members of a course, a page at a time.
type Source<C> = {
  /** The people of a page, from 1, and the number of pages. */
  read: (page: number) => Promise<{ people: readonly string[]; pages: number }>
  add: (people: readonly string[]) => Promise<C>
  /** Too few of the people are known to the messenger to make a chat of them. */
  isTooFew: (failure: unknown) => boolean
  onShare: (share: number) => void
}

/**
 * Adds all members; answers the chat, undefined for a course without any. Of a page with too few whom the messenger knows the next may have more: then
 * the earlier one is added to its chat.
 */
export async function bringIn<C>({ read, add, isTooFew, onShare }: Source<C>): Promise<C | undefined> {
  let chat: C | undefined
  const refused: { people: readonly string[]; failure: unknown }[] = []
  const tryPage = async (people: readonly string[]) => {
    try {
      chat = await add(people)
    } catch (failure) {
      if (!isTooFew(failure)) throw failure
      return failure
    }
  }
  for (let page = 1, pages = 1; page <= pages; page++) {
    const listed = await read(page)
    pages = listed.pages
    if (listed.people.length === 0) break
    const failure = await tryPage(listed.people)
    if (failure) refused.push({ people: listed.people, failure })
    onShare(page / pages)
  }
  if (chat === undefined && refused[0]) throw refused[0].failure
  for (const { people } of refused) await tryPage(people)
  return chat
}
