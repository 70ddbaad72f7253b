// The confirmation before a meeting is called off: nothing brings it back.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { dateTime } from '../../../ui/format.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { refreshCalendar } from './queries.ts'

type Meeting = { id: string; title: string; start_time: string; version: number }

/** `team`: of a course's teaching team. `onDone`: it is called off, or was refused, and what is shown was read again. */
export function CallOff({
  meeting: { id, title, start_time, version },
  team = false,
  onClose,
  onDone,
}: {
  meeting: Meeting
  team?: boolean
  onClose: () => void
  onDone: () => unknown
}) {
  const t = useTexts('calendar')
  const callOff = async () => {
    const input = { params: { id }, query: { version } }
    await (team ? call('DELETE /api/instruction-team/meeting/:id', input) : call('DELETE /api/calendar-meeting/:id', input)).then(
      () => toast({ text: t('calledOff', { title }) }),
      (failure: unknown) => toast({ text: problemText(failure), error: true }),
    )
    onClose()
    await refreshCalendar()
    void onDone()
  }
  return (
    <Confirm
      open
      title={t('callOffAsk', { title })}
      description={t('callOffText', { time: dateTime(start_time) })}
      confirmLabel={t('callOff')}
      cancelLabel={t('keep')}
      danger
      onConfirm={callOff}
      onClose={onClose}
    />
  )
}
