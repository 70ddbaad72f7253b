// The calls of the room of notes.
import { noteCalls } from './notes/api.ts'

export const notesRoomCalls = { ...noteCalls }
