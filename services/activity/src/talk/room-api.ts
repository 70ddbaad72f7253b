// The calls of the room of talk, by feature.
import { moderationCalls } from './moderation/api.ts'
import { participationCalls } from './participation/api.ts'
import { postCalls } from './posts/api.ts'
import { topicCalls } from './topics/api.ts'

export const talkRoomCalls = { ...topicCalls, ...postCalls, ...moderationCalls, ...participationCalls }
