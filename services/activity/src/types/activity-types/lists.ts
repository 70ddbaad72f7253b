// The lists of a course's content that are of types. Shared with the page, so it has no schemas.
import type { ActivityType } from './api.ts'

export const typesOfLists = {
  'homework-activities': ['homework'],
  exams: ['exam'],
  'live-record': ['live_lecture', 'tencent_meeting'],
  interactions: ['classroom', 'video_quiz'],
  questionnaires: ['questionnaire'],
  'forum-activities': ['forum'],
  'submitted-exams': ['exam'],
} as const satisfies Record<string, readonly ActivityType[]>
