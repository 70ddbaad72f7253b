// Saving of the dialogs of dates: faults are shown after the first try to save; a refusal stays until something changes.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { refusal } from '../../base/errors/problem-text.ts'
import { datesFaultsOf } from './activity-form.ts'

type Dates = Parameters<typeof datesFaultsOf>[0]
export type DatesSaving = ReturnType<typeof useDatesSaving>

/** `send` returns false where nothing was saved, as somebody else has changed it meanwhile, and the two versions are shown. */
export function useDatesSaving(dates: Dates, send: () => Promise<boolean>, onSaved: () => Promise<void>) {
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<ReturnType<typeof refusal>>()
  const [busy, setBusy] = useState(false)
  const wrong = datesFaultsOf(dates)
  const save = async () => {
    setSubmitted(true)
    if (Object.keys(wrong).length > 0) return focusFirstFault()
    setBusy(true)
    try {
      if (!(await send())) return
      await invalidate('GET /api/courses/:id/content', 'GET /api/activities/:id')
      await onSaved()
    } catch (error) {
      setFailure(refusal(error))
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  const shown: typeof wrong = submitted ? wrong : {}
  return { busy, failure, wrong: shown, save, forget: () => setFailure(undefined) }
}

export function DatesFooter({ saving: { busy, save }, onClose }: { saving: DatesSaving; onClose: () => void }) {
  const t = useTexts('course')
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button variant="primary" busy={busy} onClick={() => void save()}>
        {t('save')}
      </Button>
    </>
  )
}
