// Versions of a text beside the one that is written: a newer saved one, and who else is writing.
import { useMemo } from 'react'
import type { TypeForm } from '../../../activity-types/form.ts'
import { useTexts } from '../../../i18n.ts'
import type { Activity } from '../course/content.ts'
import { EditorsNote } from '../../base/drafts/editors-note.tsx'
import type { DraftState } from '../../base/drafts/use-draft.ts'
import { useEditors } from '../../base/drafts/use-editors.ts'
import { type Latest, useVersions, type Versions } from '../../base/drafts/use-versions.tsx'
import { query, queryClient } from '../../../queries.ts'
import { type ActivityForm, formOf } from './activity-form.ts'
import { versionFields } from './activity-versions.ts'

/** The version that was saved when the writing began; a newer one takes its place once it was compared. */
export function useTextVersions(
  draft: DraftState<ActivityForm>,
  { activity, type, started }: { activity: Activity | undefined; type: TypeForm; started: Latest<ActivityForm> },
  saved: Latest<ActivityForm>,
  setSaved: (saved: Latest<ActivityForm>) => void,
): Versions<ActivityForm> {
  const t = useTexts('course')
  const editors = useEditors(activity?.id)
  const fields = useMemo(() => versionFields(started.value, t), [started, t])
  const versions = useVersions<ActivityForm>({
    draft: {
      ...draft,
      base: saved.value,
      version: saved.version,
      unsent: JSON.stringify(draft.value) !== JSON.stringify(saved.value),
      rebase: (version, value, next) => {
        setSaved({ version, value })
        draft.change(typeof next === 'function' ? next(draft.value) : next)
      },
    },
    latest: activity ? { version: activity.version, value: formOf(activity, type) } : started,
    read: async () => {
      if (!activity) return started
      const theirs = await queryClient.fetchQuery({ ...query('GET /api/activities/:id', { params: { id: activity.id } }), staleTime: 0 })
      return { version: theirs.version, value: formOf(theirs, type) }
    },
    fields,
    by: editors.changed,
  })
  return {
    ...versions,
    note: (
      <>
        <EditorsNote editors={editors} />
        {versions.note}
      </>
    ),
  }
}
