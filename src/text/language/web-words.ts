import { wordSet } from './word-set.ts'

/** Common status codes of HTTP. */
export const WEB_STATUSES = wordSet(
  '200 201 202 203 204 205 206 301 302 303 304 305 306 307 308 400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 422 423 424 425 426 427 428 429 500 501 502 503 504',
)
/** Words beside which three figures are such a code. */
export const WEB_REQUESTS = wordSet(
  'get put http https api endpoint url curl nginx webhook redirect redirects redirected',
)
