// Saving against a version: a newer one on the server is compared before anything is loaded again. One that leaves this form's fields as they
// were is no conflict, and the save is repeated against it.
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { CallFailed } from '../../../client.ts'
import { texts } from '../../../i18n.ts'
import { optional } from './optional.ts'
import type { Offer, DraftState } from './use-draft.ts'
import { differ, type VersionField } from './version-fields.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const Conflict = laterDialog(async () => (await Promise.all([import('./conflict.tsx'), texts('drafts')]))[0])
const Newer = optional(() =>
  Promise.all([import('./newer-note.tsx'), texts('drafts')]).then(([{ default: NewerNote }]) => ({ default: NewerNote })),
)

export type Latest<T> = { version: number; value: T }
/** The person who saved a version, and the time; `mine`: I, elsewhere. */
export type SavedBy = { name?: string; at?: string; mine?: boolean }

export type Versions<T> = {
  /** Sends by `send` with the version to send; false: nothing was saved, and the two versions are shown. */
  save: (send: (version: number) => Promise<unknown>) => Promise<boolean>
  /** Shows a draft of before the change beside the present state; `onDone` after the choice, in place of the draft's own end. */
  compare: (offer: Offer<T>, onDone?: () => void) => void
  /** Shows what was written elsewhere beside the present state: by the same person in another window, or by who is named. */
  beside: (other: { at: string; value: T; name?: string | undefined }, onDone: () => void) => void
  /** The server has a newer version, with other fields of this form. */
  isNewer: boolean
  /** The warning that there is a newer version, and the two versions once they are asked for. */
  note: ReactNode
}

type Shown<T> = {
  theirs: Latest<T>
  /** Of `theirs`, where it is not the server's state. */
  by?: SavedBy
  offer?: Offer<T>
  onDone?: (() => void) | undefined
}

export function useVersions<T extends object>({
  draft,
  latest,
  read,
  fields,
  by = {},
}: {
  draft: Pick<DraftState<T>, 'value' | 'base' | 'version' | 'unsent' | 'change' | 'rebase'>
  /** The server's state as this page knows it, by its live reads. */
  latest: Latest<T>
  /** Reads the server's state. */
  read: () => Promise<Latest<T>>
  fields: readonly VersionField<T>[]
  by?: SavedBy
}): Versions<T> {
  const [shown, setShown] = useState<Shown<T>>()
  const isNewer = latest.version > draft.version
  // while somebody types, the live version stays what it is
  const isOther = useMemo(() => isNewer && differ(fields, latest.value, draft.base), [isNewer, latest.version, draft.version, fields])
  const newer = isOther ? latest : undefined
  const save: Versions<T>['save'] = async (send) => {
    let { version } = draft
    for (;;) {
      try {
        await send(version)
        return true
      } catch (error) {
        if (!(error instanceof CallFailed && error.status === 409 && error.problem.code.endsWith('.newer'))) throw error
        const theirs = await read()
        if (theirs.version <= version) throw error
        if (differ(fields, theirs.value, draft.base)) {
          setShown({ theirs })
          return false
        }
        version = theirs.version
      }
    }
  }
  const { offer } = shown ?? {}
  return {
    save,
    compare: (outdated, onDone) => setShown({ theirs: { version: draft.version, value: draft.value }, offer: outdated, onDone }),
    beside: ({ at, value, name }, onDone) =>
      setShown({ theirs: { version: draft.version, value }, by: name === undefined ? { mine: true, at } : { name, at }, onDone }),
    isNewer: newer !== undefined,
    note: (
      <Suspense>
        {newer && !shown && (
          <Newer
            by={by}
            touched={draft.unsent}
            onShow={() => (draft.unsent ? setShown({ theirs: newer }) : draft.rebase(newer.version, newer.value, newer.value))}
          />
        )}
        {shown && (
          <Conflict
            fields={fields as unknown as readonly VersionField<object>[]}
            base={offer ? offer.base : draft.base}
            mine={offer ? offer.value : draft.value}
            theirs={shown.theirs.value}
            by={shown.by ?? by}
            onClose={() => setShown(undefined)}
            onResolve={(value) => {
              const { version, base } = draft
              const before = draft.value
              if (shown.onDone || offer) {
                draft.change(value as T)
                if (shown.onDone) shown.onDone()
                else offer?.drop()
              } else draft.rebase(shown.theirs.version, shown.theirs.value, value as T)
              setShown(undefined)
              return () => draft.rebase(version, base, before)
            }}
          />
        )}
      </Suspense>
    ),
  }
}
