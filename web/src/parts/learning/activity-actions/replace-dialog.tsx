// Dialog that replaces the file of an activity: another upload takes its place. Of a recording it asks whether what was watched counts on.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { definitionOf } from '../../../activity-types.ts'
import { CallFailed, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { oncePagesAreCounted } from '../writing/counted-pages.ts'
import { FilesField } from '../forms/files-field.tsx'
import { NotShownNote } from '../forms/not-shown-note.tsx'
import { useTypeForm } from '../writing/type-form.ts'
import { arrivedId, useChosenFiles } from '../forms/use-chosen-files.ts'
import { useOwnFiles } from '../forms/use-own-files.ts'
import { useBegun, type Watched, WatchedSoFar } from '../writing/watched-so-far.tsx'
import { activityQuery } from '../activity/queries.ts'
import type { ActivityRow } from '../course/content.ts'
import { useEditors } from '../../base/drafts/use-editors.ts'
import { fieldTexts, problemText } from '../../base/errors/problem-text.ts'

/** The outcome for progress. */
const helps = { keeps: 'replaceHelp', asks: 'replaceHelpVideo', moments: 'replaceHelpMoments' } as const

const sameFiles = (a: ActivityRow['uploads'], b: ActivityRow['uploads']) => a.map(({ id }) => id).join() === b.map(({ id }) => id).join()

/** The old file stays until the whole new one has arrived; closing before that aborts the upload. */
export default function ReplaceDialog({ activity: row, onClose }: { activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  const tt = useTexts('teaching')
  const look = definitionOf(row.type)
  const type = useTypeForm(row.type)
  const { data: activity } = useQuery({ ...activityQuery(row.id), staleTime: 0 })
  const begun = useBegun(row)
  const asks = look.replaces === 'asks' && begun
  const [{ version, uploads: present }, setBase] = useState<Pick<ActivityRow, 'version' | 'uploads'>>(row)
  const editors = useEditors(row.id)
  /** Somebody else has replaced a file since: mine is sent once that was seen. */
  const [changedSince, setChangedSince] = useState(false)
  const [replaced, setReplaced] = useState(present[0]?.id ?? '')
  const rules = type.file
  const chosen = useChosenFiles([], rules?.place)
  const ownFiles = useOwnFiles(rules).filter((file) => !present.some(({ id }) => id === file.id))
  const [progress, setProgress] = useState<Watched>()
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** Pressed: the activity follows as soon as the file has arrived. */
  const [queued, setQueued] = useState(false)
  const [busy, setBusy] = useState(false)
  const missing = chosen.files.length === 0
  const arrived = chosen.files[0] && arrivedId(chosen.files[0])
  const replace = async (id: string) => {
    if (!activity) return
    setBusy(true)
    try {
      const place = activity.uploads.filter((upload) => upload.id === replaced)
      if (chosen.added.includes(id)) await type.prepare?.(type.of({ ...activity, uploads: place }), [id])
      const kept = present.map((upload) => (upload.id === replaced ? id : upload.id))
      const body = {
        upload_ids: present.length > 0 ? kept : [id],
        ...(look.replaces === 'asks' && { progress: asks && progress ? progress : ('keep' as const) }),
      }
      const send = (over: number) =>
        oncePagesAreCounted(
          () => call('PUT /api/activities/:id', { params: { id: row.id }, body: { ...body, version: over } }),
          () => false,
        )
      try {
        await send(version)
      } catch (error) {
        if (!(error instanceof CallFailed && error.problem.code === 'activity.newer')) throw error
        const newest = await queryClient.fetchQuery({ ...activityQuery(row.id), staleTime: 0 })
        if (!sameFiles(newest.uploads, present)) {
          setBase(newest)
          setReplaced(newest.uploads[0]?.id ?? '')
          setChangedSince(true)
          return
        }
        // something else of it was changed
        await send(newest.version)
      }
      chosen.keep()
      await invalidate('GET /api/courses/:id/content', 'GET /api/activities/:id', 'GET /api/activities/:id/watchers')
      toast({ text: tt('fileReplaced', { title: row.title }) })
      onClose()
    } catch (error) {
      setFailure(error)
      setQueued(false)
    } finally {
      setBusy(false)
    }
  }
  const save = () => {
    setSubmitted(true)
    setFailure(undefined)
    setChangedSince(false)
    if (missing || chosen.failed || (asks && !progress)) return focusFirstFault()
    setQueued(true)
  }
  useEffect(() => {
    if (!queued) return
    if (arrived && activity) {
      setQueued(false)
      void replace(arrived)
    } else if (chosen.failed) setQueued(false)
  }, [queued, arrived, chosen.failed, activity])
  if (!rules) return null
  const by = editors.changed.mine ? undefined : editors.changed.name
  return (
    <Dialog
      open
      onClose={onClose}
      title={tt('replaceTitle', { title: row.title })}
      width={560}
      changed={chosen.changed}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy || queued} onClick={save}>
            {t('replaceFile')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        {present.length > 1 ? (
          <Select
            label={tt('replaceWhich')}
            value={replaced}
            onChange={setReplaced}
            options={present.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : (
          present[0] && <p className="text-small text-text-2">{tt('replacesNow', { name: present[0].name })}</p>
        )}
        <FilesField
          rules={{ ...rules, most: 1 }}
          chosen={chosen}
          ownFiles={ownFiles}
          fault={submitted && missing ? t('fileNeeded') : submitted && chosen.failed ? t('fileFailed') : undefined}
        />
        {!rules.played && <NotShownNote files={chosen.files} />}
        {asks && <WatchedSoFar value={progress} onChange={setProgress} missing={submitted && !progress} />}
        <p className="text-small text-text-2">{t(helps[look.replaces ?? 'keeps'])}</p>
        {queued && !arrived && <Banner tone="info">{t('replaceWaits')}</Banner>}
        {changedSince && (
          <Banner tone="warn" urgent>
            {by ? tt('replacedSinceBy', { by, name: present[0]?.name ?? '' }) : tt('replacedSince', { name: present[0]?.name ?? '' })}
          </Banner>
        )}
        {failure !== undefined && (
          <Banner tone="bad" urgent>
            {fieldTexts(failure).upload_ids ?? problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
