// Dialog that replaces the file of an activity: another upload takes its place. Of a recording it asks whether what was watched counts on.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { definitionOf } from '../../activity-types.ts'
import { type CallInput, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toast.tsx'
import { oncePagesAreCounted } from '../activity-forms/counted-pages.ts'
import { FileChoice } from '../activity-forms/file-choice.tsx'
import { useTypeForm } from '../activity-forms/type-form.ts'
import { activityQuery } from '../activity/queries.ts'
import type { ActivityRow } from '../course/content.ts'
import { problemText } from '../errors/problem-text.ts'
import { uploads, useUpload } from '../uploads/uploads.ts'

type Progress = NonNullable<CallInput<'PUT /api/activities/:id'>['body']['progress']>

/** The old file stays until the whole new one has arrived; closing before that aborts the upload. */
export default function ReplaceDialog({ activity: row, onClose }: { activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  const look = definitionOf(row.type)
  const type = useTypeForm(row.type)
  const { data: activity } = useQuery({ ...activityQuery(row.id), staleTime: 0 })
  const { data: files } = useQuery(query('GET /api/uploads', { query: { page_size: 100 } }))
  const { data: counts } = useQuery(query('GET /api/courses/:id/activity-counts', { params: { id: row.course_id } }))
  const begun = counts?.items.find(({ activity_id }) => activity_id === row.id)?.started ?? (counts ? 0 : undefined)
  const asks = look.replaces === 'asks' && begun !== 0
  const [version] = useState(row.version)
  const [present] = useState(row.uploads)
  const [replaced, setReplaced] = useState(present[0]?.id ?? '')
  const [uploadKey, setUploadKey] = useState<string>()
  const [ownFileId, setOwnFileId] = useState('')
  const [progress, setProgress] = useState<Progress>()
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** Pressed: the activity follows as soon as the file has arrived. */
  const [queued, setQueued] = useState(false)
  const [busy, setBusy] = useState(false)
  const item = useUpload(uploadKey)
  const arrived = ownFileId || (item && ['processing', 'done'].includes(item.state) ? item.uploadId : undefined)
  const failed = !ownFileId && item?.state === 'failed'
  const rules = type.file
  const ownFiles =
    files?.items.filter(
      (file) =>
        rules?.types.includes(file.type) && !file.is_folder && file.status !== 'failed' && !present.some(({ id }) => id === file.id),
    ) ?? []
  const drop = () => {
    if (uploadKey) uploads.abort(uploadKey)
    setUploadKey(undefined)
  }
  const close = () => {
    drop()
    onClose()
  }
  const replace = async (id: string) => {
    if (!activity) return
    setBusy(true)
    try {
      await type.prepare?.(type.of(activity), [id])
      const kept = present.map((upload) => (upload.id === replaced ? id : upload.id))
      const body = {
        upload_ids: present.length > 0 ? kept : [id],
        version,
        ...(look.replaces === 'asks' && { progress: asks && progress ? progress : ('keep' as const) }),
      }
      await oncePagesAreCounted(
        () => call('PUT /api/activities/:id', { params: { id: row.id }, body }),
        () => false,
      )
      await invalidate('GET /api/courses/:id/all-activities', 'GET /api/activities/:id', 'GET /api/activities/:id/watchers')
      toast({ text: t('fileReplaced', { title: row.title }) })
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
    if ((!uploadKey && !ownFileId) || failed || (asks && !progress)) return focusFirstFault()
    setQueued(true)
  }
  useEffect(() => {
    if (!queued) return
    if (arrived && activity) {
      setQueued(false)
      void replace(arrived)
    } else if (failed) setQueued(false)
  }, [queued, arrived, failed, activity])
  if (!rules) return null
  return (
    <Dialog
      open
      onClose={close}
      title={t('replaceTitle', { title: row.title })}
      width={560}
      changed={uploadKey !== undefined}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
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
            label={t('replaceWhich')}
            value={replaced}
            onChange={setReplaced}
            options={present.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : (
          present[0] && <p className="text-small text-text-2">{t('replacesNow', { name: present[0].name })}</p>
        )}
        <FileChoice
          look={look}
          rules={rules}
          item={item}
          onFile={(file) => {
            drop()
            setOwnFileId('')
            setUploadKey(uploads.add([file])[0])
          }}
          onRemove={drop}
          ownFileId={ownFileId}
          ownFiles={ownFiles}
          onOwnFile={setOwnFileId}
          fault={submitted && !uploadKey && !ownFileId ? t('fileNeeded') : submitted && failed ? t('fileFailed') : undefined}
        />
        {asks && (
          <RadioGroup<Progress>
            label={t('watchedSoFar')}
            value={progress}
            onChange={setProgress}
            error={submitted && !progress ? t('watchedChoose') : undefined}
            options={[
              { value: 'keep', label: t('watchedKeep'), help: t('watchedKeepHelp') },
              { value: 'restart', label: t('watchedRestart'), help: t('watchedRestartHelp') },
            ]}
          />
        )}
        <p className="text-small text-text-2">{t(look.replaces === 'asks' ? 'replaceHelpVideo' : 'replaceHelp')}</p>
        {queued && !arrived && <Banner tone="info">{t('replaceWaits')}</Banner>}
        {failure !== undefined && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
