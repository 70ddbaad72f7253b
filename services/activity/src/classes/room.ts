// The room of classes: sessions of a class, roll calls and attendance.
import type { Room } from '../room.ts'

export const classesRoom = {} satisfies Room
