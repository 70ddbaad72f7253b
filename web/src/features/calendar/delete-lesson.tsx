// The popup that cancels a lesson: this one alone, or those that follow too.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Entry } from '../../parts/learning/calendar/items.ts'
import { refreshCalendar } from '../../parts/learning/calendar/queries.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { dateTime } from '../../ui/format.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { noteBeside } from './moving-by-keys.ts'

export function DeleteLesson({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTexts('calendar')
  const [scope, setScope] = useState<'current' | 'current_and_after'>('current')
  const [tells, setTells] = useState(false)
  const [content, setContent] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    setBusy(true)
    const goOn = noteBeside(entry)
    try {
      const at = entry.repeats ? { update_scope: scope, occurrence_date: entry.occurrence_date! } : {}
      const body = { ...at, version: entry.version, send_ntf: tells, ...(tells && { ntf_content: content }) }
      await call('PUT /api/calendar-timetables/:id/delete', { params: { id: entry.id }, body })
      toast({ text: t('lessonCancelled') })
      await refreshCalendar()
      onClose()
      void goOn()
    } catch (failure) {
      setProblem(problemText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      title={t('cancelLessonAsk', { title: entry.title })}
      description={dateTime(entry.start_time)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} autoFocus>
            {t('keep')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {t('cancelLesson')}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {entry.repeats && (
          <RadioGroup
            label={t('scope')}
            value={scope}
            onChange={setScope}
            options={[
              { value: 'current', label: t('scope.current') },
              { value: 'current_and_after', label: t('scope.after'), help: t('pastStays') },
            ]}
          />
        )}
        <Checkbox label={t('tellCourse')} checked={tells} onChange={setTells} />
        {tells && <TextArea label={t('tellText')} value={content} onChange={setContent} rows={2} maxLength={1000} />}
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
