// Stand-ins of workplace messengers, made from their public documentation: a request that differs from it is refused and noted as a fault.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Body = Record<string, unknown>
type Received = { method: string; path: string; query: Record<string, string>; headers: IncomingMessage['headers']; body: Body }
type Reply = { status?: number; json: Body }
export type StandIn = {
  base: string
  /** Requests that the documentation does not have. */
  faults: string[]
  /** Tokens that were fetched. */
  tokens: number
  /** Messages by user. */
  messages: { user: string; text: string }[]
  chats: { id: string; name: string; owner: string; users: string[] }[]
  /** Numbers and addresses with the ids of their users. */
  people: Map<string, string>
  paths: string[]
  /** Replaces the answer of every request whose path holds the text. */
  break(path: string, how: (response: ServerResponse) => void): void
  mend(): void
  /** The token of before is no longer taken. */
  expire(): void
  stop(): void
}

type Vendor = (it: StandIn & { token: string }, received: Received) => Reply | undefined

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText)
const keysAre = (body: Body, ...names: string[]) => same(Object.keys(body).sort(), names.sort())
const ok = { errcode: 0, errmsg: 'ok' }
const newChat = (it: StandIn, name: string, owner: string, users: string[]) => {
  const id = `chat${it.chats.length + 1}`
  it.chats.push({ id, name, owner, users: [...users] })
  return id
}

export const dingtalkStandIn: Vendor = (it, { method, path, query, body }) => {
  if (method !== 'POST') return
  if (path === '/v1.0/oauth2/accessToken') {
    if (!keysAre(body, 'appKey', 'appSecret')) return
    if (!same([body.appKey, body.appSecret], ['ding-key', 'ding-secret']))
      return { status: 400, json: { code: 'invalidClientIdOrSecret', message: 'x' } }
    it.tokens++
    return { json: { accessToken: it.token, expireIn: 7200 } }
  }
  if (!keysAre(query, 'access_token')) return
  if (query.access_token !== it.token) return { json: { errcode: 40014, errmsg: 'invalid access token' } }
  if (path === '/topapi/v2/user/getbymobile' && keysAre(body, 'mobile') && isText(body.mobile)) {
    const userid = it.people.get(body.mobile)
    return { json: userid ? { ...ok, request_id: 'r', result: { userid } } : { errcode: 60121, errmsg: 'not found' } }
  }
  if (path === '/topapi/message/corpconversation/asyncsend_v2' && keysAre(body, 'agent_id', 'userid_list', 'msg')) {
    const { msgtype, text } = body.msg as { msgtype: string; text: { content: string } }
    if (body.agent_id !== 77 || msgtype !== 'text' || !isText(text.content)) return
    it.messages.push({ user: String(body.userid_list), text: text.content })
    return { json: { ...ok, task_id: 1, request_id: 'r' } }
  }
  if (path === '/chat/create' && keysAre(body, 'name', 'owner', 'useridlist') && areTexts(body.useridlist) && isText(body.name)) {
    if (body.useridlist.length > 40 || body.name.length > 20 || !body.useridlist.includes(String(body.owner))) return
    return {
      json: { ...ok, chatid: newChat(it, body.name, String(body.owner), body.useridlist), openConversationId: 'cid', conversationTag: 2 },
    }
  }
  if (path === '/chat/update' && keysAre(body, 'chatid', 'add_useridlist') && areTexts(body.add_useridlist)) {
    const chat = it.chats.find(({ id }) => id === body.chatid)
    if (!chat) return { json: { errcode: 34001, errmsg: 'invalid chatid' } }
    chat.users.push(...body.add_useridlist)
    return { json: ok }
  }
  if (path === '/topapi/chat/qrcode/get' && keysAre(body, 'chatid', 'userid'))
    return { json: { ...ok, success: true, result: `https://join.dingtalk.test/${String(body.chatid)}` } }
}

export const wecomStandIn: Vendor = (it, { method, path, query, body }) => {
  if (path === '/cgi-bin/gettoken' && method === 'GET' && keysAre(query, 'corpid', 'corpsecret')) {
    if (query.corpsecret !== 'we-secret' || query.corpid !== 'ww1') return { json: { errcode: 40013, errmsg: 'invalid corpid' } }
    it.tokens++
    return { json: { ...ok, access_token: it.token, expires_in: 7200 } }
  }
  if (method !== 'POST' || !keysAre(query, 'access_token')) return
  if (query.access_token !== it.token) return { json: { errcode: 42001, errmsg: 'access_token expired' } }
  if (path === '/cgi-bin/user/getuserid' && keysAre(body, 'mobile') && isText(body.mobile)) {
    const userid = it.people.get(body.mobile)
    return { json: userid ? { ...ok, userid } : { errcode: 46004, errmsg: 'user not exist' } }
  }
  if (path === '/cgi-bin/user/get_userid_by_email' && keysAre(body, 'email', 'email_type') && [1, 2].includes(body.email_type as number)) {
    const userid = body.email_type === 2 ? it.people.get(String(body.email)) : undefined
    return { json: userid ? { ...ok, userid } : { errcode: 46004, errmsg: 'user not exist' } }
  }
  if (path === '/cgi-bin/message/send' && keysAre(body, 'touser', 'msgtype', 'agentid', 'text')) {
    const { content } = body.text as { content: string }
    if (body.agentid !== 1000002 || body.msgtype !== 'text' || !isText(content)) return
    it.messages.push({ user: String(body.touser), text: content })
    return { json: { ...ok, msgid: 'm' } }
  }
  if (path === '/cgi-bin/appchat/create' && keysAre(body, 'name', 'owner', 'userlist') && areTexts(body.userlist)) {
    if (body.userlist.length < 2 || !body.userlist.includes(String(body.owner))) return
    return { json: { ...ok, chatid: newChat(it, String(body.name), String(body.owner), body.userlist) } }
  }
  if (path === '/cgi-bin/appchat/update' && keysAre(body, 'chatid', 'add_user_list') && areTexts(body.add_user_list)) {
    const chat = it.chats.find(({ id }) => id === body.chatid)
    if (!chat) return { json: { errcode: 86003, errmsg: 'chatid not exist' } }
    chat.users.push(...body.add_user_list)
    return { json: ok }
  }
}

export const larkStandIn: Vendor = (it, { method, path, query, headers, body }) => {
  if (method !== 'POST' || headers['content-type'] !== 'application/json; charset=utf-8') return
  if (path === '/open-apis/auth/v3/tenant_access_token/internal' && keysAre(body, 'app_id', 'app_secret')) {
    if (body.app_secret !== 'lark-secret') return { json: { code: 10014, msg: 'app secret invalid' } }
    it.tokens++
    return { json: { code: 0, msg: 'ok', tenant_access_token: it.token, expire: 7200 } }
  }
  if (headers.authorization !== `Bearer ${it.token}`) return { status: 400, json: { code: 99991663, msg: 'Invalid access token' } }
  const done = (data: Body) => ({ json: { code: 0, msg: 'success', data } })
  if (path === '/open-apis/contact/v3/users/batch_get_id' && same(query, { user_id_type: 'open_id' }) && body.include_resigned === false) {
    const listed = (name: 'mobile' | 'email') =>
      ((body[`${name}s`] as string[] | undefined) ?? []).map((value) => ({
        [name]: value,
        ...(it.people.has(value) && { user_id: it.people.get(value) }),
      }))
    return done({ user_list: [...listed('email'), ...listed('mobile')] })
  }
  if (
    path === '/open-apis/im/v1/messages' &&
    same(query, { receive_id_type: 'open_id' }) &&
    keysAre(body, 'receive_id', 'msg_type', 'content')
  ) {
    if (body.msg_type !== 'text') return
    it.messages.push({ user: String(body.receive_id), text: (JSON.parse(String(body.content)) as { text: string }).text })
    return done({ message_id: 'om_1' })
  }
  if (
    path === '/open-apis/im/v1/chats' &&
    same(query, { user_id_type: 'open_id' }) &&
    areTexts(body.user_id_list) &&
    body.user_id_list.length <= 50
  )
    return done({ chat_id: newChat(it, String(body.name), String(body.owner_id), body.user_id_list) })
  const [, id, what] = /^\/open-apis\/im\/v1\/chats\/(\w+)\/(members|link)$/.exec(path) ?? []
  const chat = it.chats.find((one) => one.id === id)
  if (id && !chat) return { status: 400, json: { code: 232006, msg: 'chat_id is invalid' } }
  if (what === 'link' && same(body, { validity_period: 'permanently' }))
    return done({ share_link: `https://applink.feishu.test/${id}`, is_permanent: true })
  if (
    what === 'members' &&
    same(query, { member_id_type: 'open_id', succeed_type: '1' }) &&
    areTexts(body.id_list) &&
    body.id_list.length <= 50
  ) {
    const refused = body.id_list.filter((one) => one.startsWith('outside'))
    chat!.users.push(...body.id_list.filter((one) => !refused.includes(one)))
    return done({ invalid_id_list: refused, not_existed_id_list: [], pending_approval_id_list: [] })
  }
}

export async function startStandIn(vendor: Vendor, port = 0): Promise<StandIn> {
  const broken: [string, (response: ServerResponse) => void][] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const url = new URL(request.url ?? '/', 'http://stand-in')
    it.paths.push(url.pathname)
    const how = broken.find(([path]) => url.pathname.includes(path))
    if (how) return how[1](response)
    const text = Buffer.concat(parts).toString()
    const received: Received = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text ? (JSON.parse(text) as Body) : {},
    }
    const reply = vendor(it, received)
    if (!reply) {
      it.faults.push(`${received.method} ${received.path} ${Object.keys(received.query).join()} ${Object.keys(received.body).join()}`)
      return response.writeHead(404).end('{"errcode":404,"code":404}')
    }
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json))
  })
  let nth = 1
  const it: StandIn & { token: string } = {
    base: '',
    token: 'token-1',
    faults: [],
    tokens: 0,
    messages: [],
    chats: [],
    people: new Map(),
    paths: [],
    break: (path, how) => void broken.push([path, how]),
    mend: () => void broken.splice(0),
    expire: () => void (it.token = `token-${++nth}`),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  it.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return it
}

/** The settings by which identity reaches the stand-ins, and keeps their keys. */
export const standInSettings = (bases: Record<string, string>) => ({
  SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
  WORKPLACE_HOSTS: Object.entries(bases)
    .map(([kind, base]) => `${kind}=${base}`)
    .join(),
})
