// The confirmation before a meeting is called off: nothing brings it back.
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Entry } from '../../parts/learning/calendar/items.ts'
import { refreshCalendar } from '../../parts/learning/calendar/queries.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { dateTime } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { noteBeside } from './moving-by-keys.ts'

export function CallOff({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { id, kind, title, start_time, version } = entry
  const t = useTexts('calendar')
  const callOff = async () => {
    const goOn = noteBeside(entry)
    const input = { params: { id }, query: { version } }
    await (kind === 'meeting'
      ? call('DELETE /api/calendar-meeting/:id', input)
      : call('DELETE /api/instruction-team/meeting/:id', input)
    ).then(
      () => toast({ text: t('calledOff', { title }) }),
      (failure: unknown) => toast({ text: problemText(failure), error: true }),
    )
    onClose()
    await refreshCalendar()
    void goOn()
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
