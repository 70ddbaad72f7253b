// The adapter of Lark and Feishu, which are one product at two addresses, by its public documentation: an app of the organisation itself with a bot.
import { type Answer, callsOf, type Connection, cut, linkOf, type Messenger, objectOf, textOf, textsOf, type Verdict } from './messenger.ts'

const [expired, gone, busy] = [
  new Set(['99991661', '99991663', '99991664', '99991665']),
  new Set(['232006', '232009']),
  new Set(['99991400', '232019', '11232', '11233']),
]
const verdict = ({ code }: Answer): Verdict => {
  const refusal = textOf(code) || '0'
  return refusal === '0' ? undefined : { code: refusal, expired: expired.has(refusal), gone: gone.has(refusal), busy: busy.has(refusal) }
}

export function lark(connection: Connection): Messenger {
  const { app_id = '', app_secret = '' } = connection.keys
  const host = connection.kind === 'lark' ? 'https://open.larksuite.com' : 'https://open.feishu.cn'
  const { call, checkKeys } = callsOf(
    connection,
    { verdict, hostOf: () => host },
    {
      path: '/open-apis/auth/v3/tenant_access_token/internal',
      body: { app_id, app_secret },
      fetched: ({ tenant_access_token, expire }) => ({ token: textOf(tenant_access_token), seconds: Number(expire) || 0 }),
    },
    (path, token) => ({ path, headers: { authorization: `Bearer ${token}` } }),
  )
  const dataOf = async (path: string, body: object) => objectOf((await call(path, body)).data)
  const chatPath = (id: string) => `/open-apis/im/v1/chats/${encodeURIComponent(id)}`
  return {
    checkKeys,
    async findUser({ mobile, email }) {
      if (!mobile && !email) return null
      const { user_list } = await dataOf('/open-apis/contact/v3/users/batch_get_id?user_id_type=open_id', {
        ...(email && { emails: [email] }),
        ...(mobile && { mobiles: [mobile] }),
        include_resigned: false,
      })
      const found = (Array.isArray(user_list) ? user_list : []).map((one) => objectOf(one)).filter(({ user_id }) => textOf(user_id) !== '')
      // the number is proven, the address may be of an administrator
      return textOf((found.find((one) => textOf(one.mobile) !== '') ?? found[0])?.user_id) || null
    },
    async sendText(user, text) {
      await call('/open-apis/im/v1/messages?receive_id_type=open_id', {
        receive_id: user,
        msg_type: 'text',
        content: JSON.stringify({ text }),
      })
    },
    async makeChat({ name, owner, users }) {
      const { chat_id } = await dataOf('/open-apis/im/v1/chats?user_id_type=open_id', {
        name: cut(name, 60),
        owner_id: owner,
        user_id_list: users,
      })
      const id = textOf(chat_id)
      const url = await dataOf(`${chatPath(id)}/link`, { validity_period: 'permanently' }).then(
        ({ share_link }) => linkOf(share_link),
        () => null,
      )
      return { id, url }
    },
    async addToChat(chat, users) {
      const path = `${chatPath(chat)}/members?member_id_type=open_id&succeed_type=1`
      const { invalid_id_list, not_existed_id_list } = await dataOf(path, { id_list: users })
      return [...textsOf(invalid_id_list), ...textsOf(not_existed_id_list)]
    },
  }
}
