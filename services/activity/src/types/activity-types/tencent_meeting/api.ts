// The settings of meetings at Tencent on the wire: none. Their address is a secret of its own (src/live), which no setting holds.
import { Type } from 'typebox'

export const TencentMeetingSettings = Type.Object({})
