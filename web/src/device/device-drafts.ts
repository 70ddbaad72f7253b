// Access to the drafts of this device for code on every page; the store behind it (drafts.ts) loads with the first form.
const drafts = () => import('../parts/base/drafts/drafts.ts')

/** Writes pending drafts before a page is left; without a loadable store there are none. */
export const flushDrafts = (): Promise<unknown> =>
  drafts().then(
    (store) => store.flushDrafts(),
    () => {},
  )
/** The number of this person's drafts on this device. */
export const countDrafts = (): Promise<number> => drafts().then(async (store) => (await store.myDrafts()).length)
/** Drops this person's drafts on this device. */
export const dropMyDrafts = (): Promise<unknown> =>
  drafts().then(
    (store) => store.dropMyDrafts(),
    () => {},
  )
