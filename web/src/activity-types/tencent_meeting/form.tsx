// Form of a meeting at Tencent: its text, and when it is made its address, which is kept apart from it.
import { meetingForm } from '../../parts/learning/live/meeting-form.tsx'
import type { TypeForm } from '../form.ts'

const form: TypeForm<{ body: string; address: string }, 'tencent_meeting'> = meetingForm('meetingOtherHost', [
  'meeting.tencent.com',
  'voovmeeting.com',
])
export default form
