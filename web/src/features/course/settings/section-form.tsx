// The frame of a form of a course's settings: a draft kept on this device, saved against the version that it began from, so that a value that a
// colleague has saved meanwhile is shown beside it.
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { DraftNote } from '../../../parts/base/drafts/draft-note.tsx'
import { useChanger } from '../../../parts/base/drafts/use-changer.ts'
import { type DraftState, useDraft } from '../../../parts/base/drafts/use-draft.ts'
import { type Latest, useVersions, type Versions } from '../../../parts/base/drafts/use-versions.tsx'
import type { VersionField } from '../../../parts/base/drafts/version-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'

export type SectionFormState<T extends object> = {
  draft: DraftState<T>
  versions: Versions<T>
  busy: boolean
  save: () => Promise<void>
}

export function useSectionForm<T extends object>({
  course,
  section,
  title,
  latest,
  read,
  fields,
  check,
  write,
  onSaved,
  onRefused,
}: {
  course: Course
  /** Names the draft. */
  section: string
  title: string
  /** The server's state as this page knows it. */
  latest: Latest<T>
  /** Reads the server's state. */
  read: () => Promise<Latest<T>>
  fields: readonly VersionField<T>[]
  /** False: something is wrong, and is said at its place. */
  check?: () => boolean
  /** Sends `sent`, which began as `base`; answers what is stored. */
  write: (sent: T, version: number, base: T) => Promise<Latest<T>>
  onSaved?: () => void
  onRefused: (error: unknown) => void
}): SectionFormState<T> {
  const t = useTexts('course-settings')
  const draft = useDraft<T>('course-settings', `${course.id} ${section}`, latest.version, latest.value, {
    title,
    send: () => void save(),
    write: (): Promise<unknown> | undefined => write(draft.value, draft.version, draft.base),
  })
  const by = useChanger('GET /api/courses/:id/changer', course.id, latest.version, draft.version)
  const versions = useVersions<T>({ draft, latest, read, fields, by })
  // an untouched form follows what is saved elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (!draft.unsent && latest.version > draft.version) draft.rebase(latest.version, latest.value, latest.value)
  }, [latest.version])
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy || !draft.unsent || check?.() === false) return
    setBusy(true)
    try {
      const saved = await versions.save(async (version) => {
        const sent = draft.value
        const stored = await write(sent, version, draft.base)
        // what was typed meanwhile stays
        draft.rebase(stored.version, stored.value, (present) => {
          const typed = Object.entries(present).filter(([name, value]) => value !== sent[name as keyof T])
          return { ...stored.value, ...Object.fromEntries(typed) }
        })
      })
      if (saved) {
        toast({ text: t('saved') })
        onSaved?.()
      }
    } catch (error) {
      onRefused(error)
    } finally {
      setBusy(false)
    }
  }
  return { draft, versions, busy, save }
}

/** The form with its notes and buttons; `aside`: a button at the other end of theirs. */
export function SectionForm<T extends object>({
  form: { draft, versions, busy, save },
  aside,
  children,
}: {
  form: SectionFormState<T>
  aside?: ReactNode
  children: ReactNode
}) {
  const t = useTexts('course-settings')
  return (
    <form
      noValidate
      className="surface-card space-y-4 p-5 max-tablet:p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {versions.note}
      <DraftNote draft={draft} compare={versions.compare} />
      {children}
      <div data-buttons className="flex flex-wrap justify-end gap-2">
        {aside && <span className="mr-auto">{aside}</span>}
        {draft.unsent && (
          <Button variant="quiet" onClick={draft.reset}>
            {t('discard')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy} off={draft.unsent ? undefined : t('nothingChanged')}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
