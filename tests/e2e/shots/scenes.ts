// The scenes of `npm run shots` and their topics.
import type { Scene } from './scene.ts'
import { scenesOfPages } from './scenes-of-pages.ts'
import { scenesOfWork } from './scenes-of-work.ts'

/** The subject of the scenes of a number. */
export const topics: Record<number, string> = {
  1: 'Work that came back for rework',
  2: 'Ways of leaving an exam',
  3: 'Batches of which a part stays',
  4: 'Scores of a student',
  5: 'Rubrics',
  6: 'Counts and times that agree',
  7: 'Forms that hold still',
  8: 'One dialog at a time',
  9: 'Questions, written where they are needed',
  10: 'Pages that are loaded by their address',
  11: 'Find or go to',
  12: 'Bulletins and messages of teachers',
  13: 'Home and forms of teachers',
  14: 'Kinds of activities',
  15: 'Questions before something is lost',
  16: 'Tables, widths and colours',
  17: 'Phone',
  18: 'A running exam without a network',
  19: 'The demo school',
  20: 'Words',
}

export const scenes: Scene[] = [...scenesOfWork, ...scenesOfPages].sort((one, other) => one.number - other.number)
