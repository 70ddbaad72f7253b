// The order of activity's rooms: a room imports only rooms that stand before it. rooms.ts holds the rooms, tools/check/boundaries.ts the rule.
export const roomOrder = [
  'points',
  'types',
  'times',
  'activity',
  'progress',
  'content',
  'gradebook',
  'questions',
  'work',
  'exams',
  'talk',
  'classes',
  'live',
  'notes',
  'packages',
  'course-life',
  'overview',
] as const
export type RoomName = (typeof roomOrder)[number]
