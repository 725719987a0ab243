-- Digests to webhooks and chats are few. Without it, finding them reads every digest that is due by mail: hundreds of
-- thousands in the morning.
create index deliveries_due_posted_digest_idx on deliveries (priority, due_at, id)
  where lane = 'digest' and kind <> 'email' and state in ('due', 'leased');
