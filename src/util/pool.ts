/** A worker thread or child process that handles one request at a time. */
export interface Helper<Request> {
  tell(request: Request): void;
  /** Sets whether the helper keeps the server's event loop alive. */
  hold(isHeld: boolean): void;
  end(): Promise<unknown>;
}

/** Maximum duration, and the error if it is exceeded. */
export interface TimeBound {
  readonly milliseconds: number;
  readonly passed: () => Error;
}

export interface PoolOptions<Request, Reply> {
  /** Maximum number of helpers, for all callers together. */
  readonly most: number;
  /** Idle time after which a helper ends, in milliseconds. */
  readonly idleMs: number;
  /** Starts a helper. @param fail called with the reason if the helper ends unexpectedly */
  readonly start: (
    hear: (said: Reply) => void,
    fail: (error: unknown) => void,
  ) => Helper<Request> | Promise<Helper<Request>>;
  /** Maximum time from the request to the first reply. Default: none. */
  readonly bound?: TimeBound;
  /** Maximum time to the next reply. Undefined if this reply was the last. */
  readonly further?: (said: Reply) => TimeBound | undefined;
  /** Checks whether the helper must be discarded after this reply. The next request then starts a new one. */
  readonly isSpent?: (said: Reply) => boolean;
}

/** Helpers that share a queue of requests. The first request starts the first helper. */
export interface Pool<Request, Reply> {
  /** Sends a request to a free helper. @throws a timeout error, the helper's own error, or the signal's abort reason */
  ask(request: Request, signal: AbortSignal | undefined): Promise<Reply>;
  load(): PoolLoad;
  close(): Promise<void>;
}

/** Load of a pool: helpers and requests now, and the results of all requests so far. */
export interface PoolLoad {
  /** Helpers that work or start. */
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
  readonly answered: number;
  /** Requests that timed out or whose helper ended. */
  readonly failed: number;
}

interface Job<Request, Reply> {
  readonly request: Request;
  readonly resolve: (said: Reply) => void;
  readonly reject: (reason: unknown) => void;
}

interface Member<Request, Reply> {
  helper: Helper<Request> | undefined;
  job: Job<Request, Reply> | undefined;
  timer: NodeJS.Timeout | undefined;
}

export function createPool<Request, Reply>(options: PoolOptions<Request, Reply>): Pool<Request, Reply> {
  type One = Member<Request, Reply>;
  const members = new Set<One>();
  const waiting: Job<Request, Reply>[] = [];
  let answered = 0;
  let failed = 0;

  const take = (member: One): void => {
    clearTimeout(member.timer);
    member.job = waiting.shift();
    member.helper?.hold(member.job !== undefined);
    if (member.job === undefined) {
      member.timer = setTimeout(() => void end(member), options.idleMs).unref();
      return;
    }
    if (options.bound) bound(member, options.bound);
    member.helper?.tell(member.job.request);
  };

  const bound = (member: One, { milliseconds, passed }: TimeBound): void => {
    clearTimeout(member.timer);
    member.timer = setTimeout(() => fail(member, passed()), milliseconds);
  };

  const end = async (member: One): Promise<void> => {
    clearTimeout(member.timer);
    members.delete(member);
    await member.helper?.end();
  };

  const hear = (member: One, said: Reply): void => {
    const { job } = member;
    if (!members.has(member) || job === undefined) return;
    const further = options.further?.(said);
    if (further) {
      bound(member, further);
      return;
    }
    if (options.isSpent?.(said)) replace(member);
    else take(member);
    answered += 1;
    job.resolve(said);
  };

  const fail = (member: One, error: unknown): void => {
    if (!members.has(member)) return;
    if (member.job) failed += 1;
    member.job?.reject(error);
    replace(member);
  };

  const replace = (member: One): void => {
    void end(member);
    fill();
  };

  const start = async (): Promise<void> => {
    const member: One = { helper: undefined, job: undefined, timer: undefined };
    members.add(member);
    try {
      member.helper = await options.start(
        (said) => hear(member, said),
        (error) => fail(member, error),
      );
    } catch (error) {
      members.delete(member);
      failed += 1;
      waiting.shift()?.reject(error);
      fill();
      return;
    }
    if (members.has(member)) take(member);
    else await member.helper.end();
  };

  /** Gives a waiting request to an idle helper. If there is none, starts another helper, up to the maximum. */
  const fill = (): void => {
    if (waiting.length === 0) return;
    const idle = [...members].find(({ helper, job }) => helper !== undefined && job === undefined);
    if (idle) take(idle);
    else if (members.size < options.most) void start();
  };

  const ask = async (request: Request, signal: AbortSignal | undefined): Promise<Reply> => {
    signal?.throwIfAborted();
    let leave = () => {};
    const said = new Promise<Reply>((resolve, reject) => {
      const job = { request, resolve, reject };
      leave = () => {
        reject(signal?.reason);
        const place = waiting.indexOf(job);
        if (place !== -1) waiting.splice(place, 1);
        // The caller has cancelled, so nobody needs the helper's reply.
        for (const member of members) if (member.job === job) replace(member);
      };
      waiting.push(job);
      fill();
    });
    signal?.addEventListener('abort', leave);
    try {
      return await said;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };

  return {
    ask,
    load: () => {
      const idle = [...members].filter(({ helper, job }) => helper !== undefined && job === undefined).length;
      return { busy: members.size - idle, idle, waiting: waiting.length, answered, failed };
    },
    close: async () => {
      await Promise.all([...members].map(end));
    },
  };
}
