// Form of a meeting at Tencent: its text, and when it is made its place, which is kept apart from it.
import { meetingForm, type MeetingValues } from '../../parts/learning/live/meeting-form.tsx'
import type { TypeForm } from '../form.ts'

const form: TypeForm<MeetingValues, 'tencent_meeting'> = meetingForm('tencent', 'meetingOtherHost', [
  'meeting.tencent.com',
  'voovmeeting.com',
])
export default form
