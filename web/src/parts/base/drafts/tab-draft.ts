// The draft on this device of an editor that saves by itself: one for each tab, so that a save in one window drops nothing of another. Drafts that closed
// tabs have left is found by the next one.
import { type Content, type Draft, dropDraft, keyOf, putDraft, readDrafts, setAside, storeDraft } from './drafts.ts'
import { claimDraft, claimedDrafts } from './tab.ts'

export type TabDraft = ReturnType<typeof openTabDraft>

export function openTabDraft(form: string, thing: string) {
  const claim = claimDraft((tab) => keyOf(form, thing, tab) ?? tab)
  const ownKey = async () => keyOf(form, thing, (await claim).tab)
  return {
    /** This tab's, then those that no open editor has, latest first. */
    async found(): Promise<Draft[]> {
      const own = await ownKey()
      const [drafts, isClaimed] = await Promise.all([readDrafts(form, thing), claimedDrafts()])
      const free = drafts.filter(({ key }) => key === own || !isClaimed(key))
      return [...free.filter(({ key }) => key === own), ...free.filter(({ key }) => key !== own)]
    },
    /** The draft of a closed tab takes this tab's place; returns it as it is kept now. */
    async adopt(draft: Draft): Promise<Draft> {
      const { tab } = await claim
      const own = keyOf(form, thing, tab)
      const { key, version, base, value } = draft
      if (key === own || own === undefined) return draft
      return putDraft(form, thing, tab, { version, base, value }).then(
        async (at) => {
          await dropDraft(key)
          return { ...draft, key: own, at }
        },
        () => draft,
      )
    },
    /** This tab's draft makes room for another text, and waits for the next opening. */
    async makeRoom(draft: Draft) {
      if (draft.key === (await ownKey())) await setAside(draft)
    },
    /** The draft that is not sent yet; undefined: none. */
    async keep(content: Content | undefined, onStored?: (at: number) => void) {
      const { tab } = await claim
      if (content) storeDraft(form, thing, tab, content, onStored)
      else await dropDraft(keyOf(form, thing, tab))
    },
    /** The editor is closed: the next one may take what is left. */
    close: async () => (await claim).release(),
  }
}
