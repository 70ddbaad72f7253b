// Live lecture: at whatever address its teacher gives.
import { Radio } from 'lucide-react'
import { meetingType } from '../meeting.ts'

export const liveLecture = meetingType({ icon: Radio, type: 'live_lecture', form: () => import('./form.tsx') })
