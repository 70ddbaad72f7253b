// The resync of calendar: every event, timetable and meeting is told again.
import { rows } from '@lyceum/kit/database/database'
import { raiseVersions, type ResyncSteps } from '@lyceum/kit/facts/resync'
import { eventColumns, eventOf, follow, type SqlEvent } from './events/event-row.ts'
import type { Prisma } from './generated/client.ts'
import { follow as followMeeting, meetingColumns, meetingOf, type SqlMeeting } from './meetings/meeting-row.ts'
import { emitTimetable, timetableColumns, type TimetableRow } from './timetables/timetable-row.ts'

export const resync: ResyncSteps<Prisma.TransactionClient> = {
  async events(tx, after) {
    const raised = await raiseVersions(tx, 'events', after)
    const events = await rows<SqlEvent>(tx, `select ${eventColumns} from events e where e.id = any($1) order by e.id`, raised)
    for (const event of events) await follow(tx, eventOf(event), { hinting: false })
    return raised.at(-1)
  },
  async timetables(tx, after) {
    const raised = await raiseVersions(tx, 'timetables', after)
    const list = await rows<TimetableRow>(tx, `select ${timetableColumns} from timetables t where t.id = any($1) order by t.id`, raised)
    for (const row of list) await emitTimetable(tx, row)
    return raised.at(-1)
  },
  async meetings(tx, after) {
    const raised = await raiseVersions(tx, 'meetings', after)
    const list = await rows<SqlMeeting>(tx, `select ${meetingColumns} from meetings m where m.id = any($1) order by m.id`, raised)
    for (const row of list) await followMeeting(tx, meetingOf(row), { hinting: false })
    return raised.at(-1)
  },
}
