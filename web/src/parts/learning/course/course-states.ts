// Tone and icon of each state of a course. A deleted course has no chip.
import { CircleCheck, Eye, EyeOff } from 'lucide-react'

export const courseStates = {
  draft: { tone: 'neutral', icon: EyeOff },
  published: { tone: 'ok', icon: Eye },
  ended: { tone: 'outline', icon: CircleCheck },
} as const
