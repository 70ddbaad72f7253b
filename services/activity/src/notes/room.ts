// The room of notes: what people write beside the files of activities.
import type { Room } from '../room.ts'
import { noteRoutes } from './notes/routes.ts'
import { eraseNotes, leaveActivities, moveNotes, purgeCourseNotes, purgeNotes } from './upkeep.ts'

export const notesRoom = {
  routes: [noteRoutes],
  filesReplaced: moveNotes,
  purge: leaveActivities,
  purgeBin: purgeNotes,
  purgeCourse: purgeCourseNotes,
  erase: eraseNotes,
} satisfies Room
