// Consumers of identity: of other services it applies the purge of courses alone.
import { type Consumers, on } from '@lyceum/kit/facts/consumer'
import { CoursePurgedSchema } from '@lyceum/proto/course'
import { purgeChat } from './workplace/purge-chat.ts'

export const consumers: Consumers = { course: { coursePurged: on(CoursePurgedSchema, purgeChat) } }
