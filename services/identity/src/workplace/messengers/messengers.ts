// The adapter of each messenger.
import type { MessengerKind } from '../api.ts'
import { dingtalk } from './dingtalk.ts'
import { lark } from './lark.ts'
import type { Connection, Messenger } from './messenger.ts'
import { wecom } from './wecom.ts'

const adapters: Record<MessengerKind, (connection: Connection) => Messenger> = { dingtalk, wecom, feishu: lark, lark }

export const openMessenger = (connection: Connection): Messenger => adapters[connection.kind](connection)
