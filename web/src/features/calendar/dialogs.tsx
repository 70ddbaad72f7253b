// The popups of the calendar, loaded when one is first opened: details, event, timetable, meeting, deletion, addresses, import.
import { CallOff } from './call-off.tsx'
import { DeleteLesson } from './delete-lesson.tsx'
import { EventDialog } from './event-dialog.tsx'
import { FeedsDialog } from './feeds-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { MeetingDialog } from '../../parts/calendar/meeting-dialog.tsx'
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
  if (opened.what === 'item') return <ItemDialog item={opened.item} onOpen={onOpen} onClose={onClose} />
  if (opened.what === 'event') return <EventDialog {...opened} timetables={timetables} onOpen={onOpen} onClose={onClose} />
  if (opened.what === 'timetable') return <TimetableDialog {...opened} onClose={onClose} />
  if (opened.what === 'meeting') return <MeetingDialog {...opened} onClose={onClose} />
  if (opened.what === 'delete')
    return opened.entry.kind === 'timetable' ? (
      <DeleteLesson entry={opened.entry} onClose={onClose} />
    ) : (
      <CallOff entry={opened.entry} onClose={onClose} />
    )
  if (opened.what === 'feeds') return <FeedsDialog onClose={onClose} />
  return <ImportDialog onClose={onClose} />
}
