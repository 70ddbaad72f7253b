// Meeting of Tencent’s.
import { Video } from 'lucide-react'
import { meetingType } from '../meeting.ts'

export const tencentMeeting = meetingType({ icon: Video, type: 'tencent_meeting', form: () => import('./form.tsx') })
