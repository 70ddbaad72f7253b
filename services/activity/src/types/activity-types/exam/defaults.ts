// Settings of an exam where a teacher chose none; the form of a new exam begins with them.
import type { SettingsOf } from '../api.ts'

export const defaults: Required<SettingsOf<'exam'>> = {
  limit_minutes: null,
  grace_minutes: 0,
  attempts: 1,
  unlimited_attempts: false,
  counts: 'best',
  one_at_a_time: false,
  no_way_back: false,
  shuffle_questions: false,
  shuffle_options: false,
  one_device: true,
  results_shown: 'score',
  results_when: 'by_hand',
  play_limit: null,
  no_seeking: false,
  second_marker: false,
  strip_properties: true,
}
