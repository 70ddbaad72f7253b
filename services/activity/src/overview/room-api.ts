// The calls of the room of overviews, by feature.
import { calendarCalls } from './calendar/api.ts'
import { contentListCalls } from './content-lists/api.ts'
import { todoCalls } from './todo/api.ts'

export const overviewRoomCalls = {
  ...calendarCalls,
  ...contentListCalls,
  ...todoCalls,
}
