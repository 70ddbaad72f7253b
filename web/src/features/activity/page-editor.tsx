import { useState } from 'react'
import { call } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { pictureSource, uploadPicture } from '../../parts/rich-text/pictures.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { outdate } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import type { Activity } from './activity-page.tsx'

/** The text of a page, written where it is read. The version it was opened with goes along, so that nobody's change is lost. */
export default function PageEditor({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const t = useTexts('activity')
  const [{ id, version, body }] = useState(activity)
  const kept = useDraft('page', id, version, { body })
  const [refused, setRefused] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const changed = kept.value.body !== body
  const save = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      await call('PUT /api/activities/:id', { params: { id }, body: { body: kept.value.body, version } })
      await kept.sent()
      await outdate('GET /api/activities/:id', 'GET /api/activities/:id/pictures', 'GET /api/courses/:id/all-activities')
      toast({ text: t('textSaved') })
      onClose()
    } catch (error) {
      setRefused(error)
      setBusy(false)
      focusFirstFault()
    }
  }
  const leave = () => {
    kept.afresh()
    onClose()
  }
  const faults = refused ? fieldTexts(refused) : {}
  return (
    <div className="max-w-[900px] space-y-3 max-tablet:pt-4">
      <DraftNote kept={kept} show={(was) => new DOMParser().parseFromString(was.body, 'text/html').body.textContent ?? ''} />
      <RichTextEditor
        label={t('pageText')}
        value={kept.value.body}
        onChange={(next) => {
          setRefused(undefined)
          kept.change({ body: next })
        }}
        error={faults.body}
        uploadPicture={uploadPicture}
        pictureSource={pictureSource}
        minHeight={320}
        autoFocus
      />
      {refused !== undefined && !faults.body && (
        <Banner tone="bad" urgent>
          {Object.values(faults)[0] ?? problemText(refused)}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={() => (changed ? setAsking(true) : leave())}>
          {t('cancelText')}
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void save()}>
          {t('saveText')}
        </Button>
      </div>
      <Confirm
        open={asking}
        title={t('leaveText')}
        description={t('leaveTextHelp')}
        confirmLabel={t('discardText')}
        cancelLabel={t('keepWriting')}
        danger
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
