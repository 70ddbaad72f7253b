// Editor of a page's text, in place of the text.
import { useState } from 'react'
import { call } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { pictureSource, uploadPicture } from '../../parts/rich-text/pictures.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { invalidate } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import type { Activity } from '../../parts/course/content.ts'

/** Saving sends the version the editor was opened with, so that the server refuses to overwrite a change made meanwhile. */
export default function PageEditor({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const t = useTexts('activity')
  const [{ id, version, body }] = useState(activity)
  const draft = useDraft('page', id, version, { body })
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const changed = draft.value.body !== body
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await call('PUT /api/activities/:id', { params: { id }, body: { body: draft.value.body, version } })
      await draft.discard()
      await invalidate('GET /api/activities/:id', 'GET /api/activities/:id/pictures', 'GET /api/courses/:id/all-activities')
      toast({ text: t('textSaved') })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
      focusFirstFault()
    }
  }
  const leave = () => {
    draft.reset()
    onClose()
  }
  const faults = failure ? fieldTexts(failure) : {}
  return (
    <div className="max-w-[900px] space-y-3 max-tablet:pt-4">
      <DraftNote draft={draft} show={(previous) => new DOMParser().parseFromString(previous.body, 'text/html').body.textContent ?? ''} />
      <RichTextEditor
        label={t('pageText')}
        value={draft.value.body}
        onChange={(next) => {
          setFailure(undefined)
          draft.change({ body: next })
        }}
        error={faults.body}
        uploadPicture={uploadPicture}
        pictureSource={pictureSource}
        minHeight={320}
        autoFocus
      />
      {failure !== undefined && !faults.body && (
        <Banner tone="bad" urgent>
          {Object.values(faults)[0] ?? problemText(failure)}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={() => (changed ? setConfirming(true) : leave())}>
          {t('cancelText')}
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void save()}>
          {t('saveText')}
        </Button>
      </div>
      <Confirm
        open={confirming}
        title={t('leaveText')}
        description={t('leaveTextHelp')}
        confirmLabel={t('discardText')}
        cancelLabel={t('keepWriting')}
        danger
        onConfirm={leave}
        onClose={() => setConfirming(false)}
      />
    </div>
  )
}
