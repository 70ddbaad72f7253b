// The confirmation before an event is deleted: it may be in the calendars of many. The message after it brings it back.
import { useTexts } from '../../i18n.ts'
import type { Entry } from '../../parts/learning/calendar/items.ts'
import { deleteEvent } from '../../parts/learning/calendar/queries.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { noteBeside } from './moving-by-keys.ts'

export function DeleteEvent({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTexts('calendar')
  const remove = async () => {
    const goOn = noteBeside(entry)
    await deleteEvent(entry)
    onClose()
    void goOn()
  }
  return (
    <Confirm
      open
      title={t('deleteAsk', { title: entry.title })}
      description={t('deleteText')}
      confirmLabel={t('delete')}
      cancelLabel={t('keep')}
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
