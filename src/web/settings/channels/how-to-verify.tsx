import { Moment } from '../../../ui/times/moment.tsx'
import styles from './how-to-verify.module.css'

export function HowToVerify({ previousUntil }: { previousUntil: string | null }) {
  return (
    <div className={styles.verify}>
      <p>
        Every request has the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{' '}
        <code>webhook-signature</code>. To check that it is from us, compute HMAC-SHA256 of{' '}
        <code>id.timestamp.body</code> with your secret and compare it in base64 with what follows{' '}
        <code>v1,</code> in the signature, or let a library of{' '}
        <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> do it.
      </p>
      {previousUntil !== null && (
        <p>
          Messages are also signed with the previous secret until{' '}
          <Moment at={previousUntil} precision="minute" />.
        </p>
      )}
    </div>
  )
}
