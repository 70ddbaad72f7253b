// The popups of the calendar, loaded when one is first opened: details, event, timetable, meeting, deletion, addresses, import.
import { CallOffEntry } from './call-off.tsx'
import { DeleteEvent } from './delete-event.tsx'
import { DeleteLesson } from './delete-lesson.tsx'
import { EventDialog } from './event-dialog.tsx'
import { FeedsDialog } from './feeds-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ItemDialog } from './item-dialog.tsx'
import type { NewForm } from '../../parts/learning/calendar/entry-frame.tsx'
import { MeetingDialog } from '../../parts/learning/calendar/meeting-dialog.tsx'
import { KindChoice } from './kind-choice.tsx'
import { useReturnFocus } from '../../ui/dialogs/return-focus.ts'
import { TimetableDialog } from './timetable-dialog.tsx'
import type { Opened } from './opened.ts'

export default function Dialogs({
  opened,
  timetables,
  onOpen,
  onClose,
}: {
  opened: Opened
  timetables: boolean
  onOpen: (opened: Opened) => void
  onClose: () => void
}) {
  // of a popup that took the place of another one, too
  useReturnFocus()
  if (opened.what === 'item') return <ItemDialog item={opened.item} onOpen={onOpen} onClose={onClose} />
  if (opened.what === 'event' || opened.what === 'timetable' || opened.what === 'meeting') {
    const kind = opened.what === 'meeting' && opened.instruction ? 'instruction' : opened.what
    const isNew = opened.what === 'timetable' ? !opened.entry : opened.id === undefined
    const kinds = isNew
      ? (form: NewForm) => <KindChoice kind={kind} opened={opened} timetables={timetables} form={form} onOpen={onOpen} />
      : undefined
    if (opened.what === 'event') return <EventDialog {...opened} kinds={kinds} onClose={onClose} />
    if (opened.what === 'timetable') return <TimetableDialog {...opened} kinds={kinds} onClose={onClose} />
    return <MeetingDialog key={kind} {...opened} kinds={kinds} onClose={onClose} />
  }
  if (opened.what === 'delete')
    return opened.entry.kind === 'timetable' ? (
      <DeleteLesson entry={opened.entry} onClose={onClose} />
    ) : opened.entry.kind === 'event' ? (
      <DeleteEvent entry={opened.entry} onClose={onClose} />
    ) : (
      <CallOffEntry entry={opened.entry} onClose={onClose} />
    )
  if (opened.what === 'feeds') return <FeedsDialog onClose={onClose} />
  return <ImportDialog onClose={onClose} />
}
