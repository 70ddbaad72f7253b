// Form of a live lecture: its text, and when it is made its place, which is kept apart from it.
import { meetingForm, type MeetingValues } from '../../parts/learning/live/meeting-form.tsx'
import type { TypeForm } from '../form.ts'

const form: TypeForm<MeetingValues, 'live_lecture'> = meetingForm('bigbluebutton', 'meetingAddressWrong')
export default form
