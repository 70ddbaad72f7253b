// The room of talk: topics and posts in a course, its groups, its team of teachers and under its activities.
import type { Room } from '../room.ts'

export const talkRoom = {} satisfies Room
