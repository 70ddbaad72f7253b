// Drafts are written and dropped from here by what is on every page; the store behind them comes with the first form.
const drafts = () => import('./drafts.ts')

/** Writes what still waits, before a page is left; nothing can wait where the store cannot be loaded. */
export const flushDrafts = (): Promise<unknown> =>
  drafts().then(
    (store) => store.flushDrafts(),
    () => {},
  )
/** Notes which forms stood open when the session ended; none where no page with a form was loaded. */
export const rememberForms = (): Promise<unknown> =>
  import('./resume.ts').then(
    (forms) => forms.rememberForms(),
    () => {},
  )
/** How many drafts this person has on this device. */
export const countDrafts = (): Promise<number> => drafts().then(async (store) => (await store.myDrafts()).length)
/** Drops all that this person has on this device. */
export const dropMyDrafts = (): Promise<unknown> =>
  drafts().then(
    (store) => store.dropMyDrafts(),
    () => {},
  )
