// The room of overviews: to do, the calendar and lists over all courses of a person.
import type { Room } from '../room.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { contentListRoutes } from './content-lists/routes.ts'
import { todoRoutes } from './todo/routes.ts'

export const overviewRoom = { routes: [contentListRoutes, todoRoutes, calendarRoutes] } satisfies Room
