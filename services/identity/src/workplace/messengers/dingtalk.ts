// The adapter of DingTalk, by its public documentation: an app of the organisation itself, by its key, secret and agent id.
import {
  type Answer,
  callsOf,
  type Connection,
  cut,
  linkOf,
  type Messenger,
  nationalNumber,
  objectOf,
  textOf,
  type Verdict,
} from './messenger.ts'

/** Of a token that is missing, wrong or over; of a chat that is no more; of a moment in which the messenger does not answer. */
const [expired, gone, busy] = [new Set(['40014', '42001', '41001', '88']), new Set(['34001']), new Set(['-1', '90018', '90002'])]
/** Nobody has this number here. */
const unknown = ['60121', '40104']

const verdict = ({ errcode, code }: Answer): Verdict => {
  // the newer calls answer `code` with a failure, the older ones errcode with everything
  const refusal = textOf(errcode ?? code) || '0'
  return refusal === '0' ? undefined : { code: refusal, expired: expired.has(refusal), gone: gone.has(refusal), busy: busy.has(refusal) }
}
const hostOf = (path: string) => (path.startsWith('/v1.0/') ? 'https://api.dingtalk.com' : 'https://oapi.dingtalk.com')

export function dingtalk(connection: Connection): Messenger {
  const { app_key = '', app_secret = '', agent_id = '' } = connection.keys
  const { call, checkKeys } = callsOf(
    connection,
    { verdict, hostOf },
    {
      path: '/v1.0/oauth2/accessToken',
      body: { appKey: app_key, appSecret: app_secret },
      fetched: ({ accessToken, expireIn }) => ({ token: textOf(accessToken), seconds: Number(expireIn) || 0 }),
    },
    (path, token) => ({ path: `${path}?${new URLSearchParams({ access_token: token })}` }),
  )
  /** A link by which people join, that the owner shares; a chat without one is a chat nevertheless. */
  const linkTo = async (chatid: string, userid: string) =>
    await call('/topapi/chat/qrcode/get', { chatid, userid }).then(
      ({ result }) => linkOf(result),
      () => null,
    )
  return {
    checkKeys,
    // its directory is searched by numbers alone
    async findUser({ mobile }) {
      if (!mobile) return null
      const answer = await call('/topapi/v2/user/getbymobile', { mobile: nationalNumber(mobile) }, unknown)
      return textOf(objectOf(answer.result).userid) || null
    },
    async sendText(user, text) {
      const msg = { msgtype: 'text', text: { content: text } }
      await call('/topapi/message/corpconversation/asyncsend_v2', { agent_id: Number(agent_id), userid_list: user, msg })
    },
    async makeChat({ name, owner, users }) {
      const { chatid } = await call('/chat/create', { name: cut(name, 20), owner, useridlist: users })
      const id = textOf(chatid)
      return { id, url: await linkTo(id, owner) }
    },
    async addToChat(chatid, users) {
      await call('/chat/update', { chatid, add_useridlist: users })
      return []
    },
  }
}
