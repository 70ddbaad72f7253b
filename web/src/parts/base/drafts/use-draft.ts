// The draft of a form or editor: input is stored on this device 500 ms after a change, until the server has it. The draft of this tab comes back
// by itself with a note (draft-note.tsx). Those of closed tabs, and one written against an older version of the object, are offered.
import { useEffect, useRef, useState } from 'react'
import { type Draft, dropDraft, keepAside, keyOf, readDrafts, setAside, storeDraft } from './drafts.ts'
import { clearResumed, registerOpenForm, type UnsentAs } from './resume.ts'
import { sendingClosed } from './send-closed.ts'
import { type Claim, claimDraft, claimedDrafts } from './tab.ts'

/** A draft beside the form: of a closed tab, or of before somebody else changed the object. */
export type Offer<T> = {
  key: string
  at: number
  value: T
  version: number
  base: T | undefined
  /** The object has changed since. */
  outdated: boolean
  take: () => void
  drop: () => void
}
export type DraftState<T> = {
  value: T
  change: (part: Partial<T>) => void
  /** Puts another value in the place of the present one, which is offered in its turn. */
  replace: (next: (present: T) => T) => void
  /** The object as this draft began, and its version, which a save sends. */
  base: T
  version: number
  unsent: boolean
  /** When the restored draft was stored (ms since the epoch); undefined if none was. */
  restored: number | undefined
  offers: readonly Offer<T>[]
  /** When the last change was stored on this device (ms since the epoch). */
  savedAt: number | undefined
  /** Resets the value to the server's and drops the draft. */
  reset: () => void
  /** Drops the draft once the server has the value. */
  discard: () => Promise<void>
  /** The object has a newer version: the draft goes on against it, with this value. */
  rebase: (version: number, base: T, value: T | ((present: T) => T)) => void
}

type FoundDraft<T> = Omit<Offer<T>, 'take' | 'drop'>
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** `form` and `thing` (the object's id) name the draft; `version` is that of the object, 0 for a new one; `start` is the form's first value.
 *  `title` names what is unsent after the connection was lost, `send` sends it, `write` once the form is closed, unless it is sent `byItself`. The
 *  form's component needs another `key` for another object.
 *  Passwords and codes do not belong in a draft. */
export function useDraft<T extends object>(form: string, thing: string, version: number, start: T, unsentAs: UnsentAs = {}): DraftState<T> {
  const [base, setBase] = useState({ version, value: start })
  const [value, setValue] = useState(start)
  const [restored, setRestored] = useState<number>()
  const [offers, setOffers] = useState<readonly FoundDraft<T>[]>([])
  const [savedAt, setSavedAt] = useState<number>()
  // present values for work that outlives a render; `touched`: the person has changed the value, `over`: the server has it, nothing is stored any more
  const current = useRef({ base, value: start, touched: false, over: false, claim: undefined as Promise<Claim> | undefined })
  const latest = useRef(unsentAs)
  latest.current = unsentAs
  const unsent = !same(value, base.value)

  const setCurrent = (next: T) => {
    current.current.value = next
    setValue(next)
  }
  const own = (act: (tab: string) => unknown) => current.current.claim?.then(({ tab }) => act(tab))
  const dropOwn = async () => {
    setSavedAt(undefined)
    await own((tab) => dropDraft(keyOf(form, thing, tab)))
  }
  const toOffer = (draft: Draft): FoundDraft<T> => ({
    key: draft.key,
    at: draft.at,
    version: draft.version,
    value: { ...start, ...(draft.value as Partial<T>) },
    base: draft.base === undefined ? undefined : { ...start, ...(draft.base as Partial<T>) },
    outdated: draft.version !== current.current.base.version,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each form and thing
  useEffect(() => {
    let unmounted = false
    clearResumed(form, thing)
    const claim = claimDraft((tab) => keyOf(form, thing, tab) ?? tab)
    current.current.claim = claim
    const read = async () => {
      const { tab } = await claim
      const [drafts, isClaimed] = await Promise.all([readDrafts(form, thing), claimedDrafts()])
      if (unmounted || current.current.over) return
      const ownKey = keyOf(form, thing, tab)
      const found: FoundDraft<T>[] = []
      for (const draft of drafts) {
        const offer = toOffer(draft)
        const mine = draft.key === ownKey
        if (!mine && isClaimed(draft.key)) continue
        if (same(offer.value, start)) void dropDraft(draft.key)
        else if (!mine) found.push(offer)
        else if (offer.outdated || current.current.touched) found.push(toOffer(await setAside(draft)))
        else {
          setCurrent(offer.value)
          setRestored(draft.at)
        }
      }
      if (found.length > 0) setOffers(found)
    }
    void read()
    return () => {
      unmounted = true
      void claim.then(({ release }) => release())
    }
  }, [form, thing])
  useEffect(
    () =>
      unsent
        ? registerOpenForm(
            { form, thing },
            () => latest.current,
            () => !current.current.over && !same(current.current.value, current.current.base.value),
            () => {
              const { write, title } = latest.current
              return write
                ? sendingClosed({ form, thing, title }, write, () => own((tab) => dropDraft(keyOf(form, thing, tab))))
                : undefined
            },
          )
        : undefined,
    [form, thing, unsent],
  )

  const put = (next: T) => {
    const { base } = current.current
    current.current.touched = true
    setCurrent(next)
    setSavedAt(undefined)
    if (current.current.over) return
    if (same(next, base.value)) void dropOwn()
    else
      void own((tab) => storeDraft(form, thing, tab, { version: base.version, base: base.value, value: current.current.value }, setSavedAt))
  }
  const drop = (key: string) => {
    setOffers((known) => known.filter((offer) => offer.key !== key))
    void dropDraft(key)
  }
  const replace: DraftState<T>['replace'] = (next) => {
    const { base, value: present } = current.current
    if (!same(present, base.value))
      void keepAside(form, thing, { version: base.version, base: base.value, value: present }).then(
        (kept) => kept && setOffers((known) => [...known, toOffer(kept)]),
      )
    put(next(present))
  }
  const take = (offer: FoundDraft<T>) => {
    drop(offer.key)
    setRestored(offer.at)
    replace(() => offer.value)
  }
  const rebase: DraftState<T>['rebase'] = (nextVersion, nextBase, next) => {
    current.current.base = { version: nextVersion, value: nextBase }
    setBase(current.current.base)
    put(typeof next === 'function' ? next(current.current.value) : next)
  }
  return {
    value,
    base: base.value,
    version: base.version,
    unsent,
    restored,
    savedAt,
    offers: offers.map((offer) => ({
      ...offer,
      take: () => take(offer),
      drop: () => drop(offer.key),
    })),
    change: (part) => put({ ...current.current.value, ...part }),
    replace,
    rebase,
    reset: () => {
      setCurrent(current.current.base.value)
      setRestored(undefined)
      void dropOwn()
    },
    discard: async () => {
      current.current.over = true
      await dropOwn()
    },
  }
}
