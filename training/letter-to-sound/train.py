"""Trains the network of letters and sounds and packs it. Needs PyTorch and NumPy.
Run: python3 training/letter-to-sound/train.py EXAMPLES OUTPUT [ship]
EXAMPLES is the folder that write-examples.ts writes. With `ship`, the words that are held out are learned too."""
import json, os, random, struct, sys, time
import numpy as np, torch, torch.nn as nn

torch.set_num_threads(1)
SEED, LETTER, WORD, HIDDEN, REACH, EPOCHS = (int(os.environ.get(k, v)) for k, v in dict(SEED=1, LETTER=64, WORD=32, HIDDEN=96, REACH=4, EPOCHS=9).items())
torch.manual_seed(SEED)
random.seed(SEED)
RATE = float(os.environ.get('RATE', 3e-3))
DECAY = float(os.environ.get('DECAY', 0.4))
# How often a feature of a letter is hidden, at most, and a group of sounds behind it.
SKIP, FORGET = float(os.environ.get('SKIP', 0.8)), float(os.environ.get('FORGET', 0.3))
SIZE = 512
folder, output, *rest = sys.argv[1:]
head = json.load(open(folder + '/header.json'))
read = lambda name, columns=None: np.fromfile(f'{folder}/{name}.u16', dtype=np.uint16).reshape(*((-1, columns) if columns else (-1,)))
F, P = head['features'], head['pastFeatures']
letters, words, past, sounds = read('letters', F), read('words'), read('past', P), read('sounds', 3)
targets, stress, lengths, word_lengths, parts = (read(name) for name in ('targets', 'stress', 'lengths', 'wordLengths', 'parts'))
weights = np.fromfile(folder + '/weights.f32', dtype=np.float32)
starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
word_starts = np.concatenate([[0], np.cumsum(word_lengths, dtype=np.int64)])
spelled = [line.split(' ')[0] for line in head['graphones']]
G = len(spelled)
right = torch.zeros(len(head['sets']), G, dtype=torch.bool)
allowed = torch.zeros(len(head['sets']), G, dtype=torch.bool)
for i, some in enumerate(head['sets']):
    right[i, some] = True
    allowed[i] = torch.tensor([one == spelled[some[0]] for one in spelled])


def batch(rows):
    n, long = len(rows), int(lengths[rows].max())
    place = np.full((n, long), -1)
    for r, i in enumerate(rows):
        place[r, :lengths[i]] = np.arange(starts[i], starts[i + 1])
    there = torch.from_numpy(place >= 0)
    take = lambda column: torch.from_numpy(column[np.maximum(place, 0)].astype(np.int64))
    groups = np.concatenate([words[word_starts[i]:word_starts[i + 1]] for i in rows]).astype(np.int64)
    offsets = np.concatenate([[0], np.cumsum(word_lengths[rows][:-1], dtype=np.int64)])
    return dict(letters=take(letters), past=take(past), sounds=take(sounds), targets=take(targets), stress=take(stress),
                there=there, words=torch.from_numpy(groups), offsets=torch.from_numpy(offsets), weights=torch.from_numpy(weights[rows]))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.letters = nn.EmbeddingBag(head['rows'], LETTER, mode='sum', padding_idx=0)
        self.words = nn.EmbeddingBag(head['wordRows'], WORD, mode='mean')
        self.past = nn.EmbeddingBag(head['pastRows'], HIDDEN, mode='sum', padding_idx=0)
        self.origin = nn.Linear(WORD, LETTER)
        self.around = nn.Conv1d(LETTER, HIDDEN, 2 * REACH + 1, padding=REACH)
        self.join = nn.Linear(HIDDEN, HIDDEN)
        self.behind = nn.ModuleList([nn.Embedding(head['sounds'], HIDDEN) for _ in range(3)])
        self.stress = nn.Embedding(head['stresses'], HIDDEN)
        self.output = nn.Linear(HIDDEN, G)
        for table, std in ((self.letters, 0.05), (self.words, 0.3), (self.past, 0.05), (self.stress, 0.1), *((one, 0.1) for one in self.behind)):
            nn.init.normal_(table.weight, std=std)

    def forward(self, b):
        n, long = b['there'].shape
        drop = lambda x, p: nn.functional.dropout(x, p, self.training)
        x, past = b['letters'], b['past']
        if self.training:
            # Single letters are always seen; how much else is seen differs from word to word.
            seen = torch.rand(x.shape) > SKIP * torch.rand(n, 1, 1)
            seen[..., :11] = True
            x, past = x * seen, past * (torch.rand(past.shape) > FORGET)
        h = self.letters(x.view(-1, F)).view(n, long, LETTER)
        word = self.origin(drop(torch.tanh(self.words(b['words'], b['offsets'])), 0.2))
        h = drop(torch.relu(h + word[:, None]) * b['there'][..., None], 0.15)
        h = torch.relu(self.around(h.transpose(1, 2)).transpose(1, 2))
        h = self.join(drop(h, 0.15))
        behind = sum(table(b['sounds'][..., k]) for k, table in enumerate(self.behind))
        h = torch.relu(h + behind + self.stress(b['stress']) + self.past(past.view(-1, P)).view(n, long, HIDDEN))
        return self.output(drop(h, 0.15)).masked_fill(~allowed[b['targets']], -1e9).log_softmax(-1)


def judge(rows):
    """The mean loss of a letter, and the share of words with the right sounds and stress, each letter with the right sounds behind it."""
    net.eval()
    loss = good = 0
    with torch.no_grad():
        for at in range(0, len(rows), 1024):
            b = batch(rows[at:at + 1024])
            o = net(b)
            good += int((right[b['targets']].gather(-1, o.argmax(-1)[..., None])[..., 0] | ~b['there']).all(-1).sum())
            loss -= float((o.masked_fill(~right[b['targets']], -1e9).logsumexp(-1) * b['there']).sum())
    return f'{loss / lengths[rows].sum():.4f} {good / len(rows):.4f}'


tables = ('letters.weight', 'words.weight', 'past.weight')
net = Net()
others = [p for n, p in net.named_parameters() if n not in tables]
opt = torch.optim.AdamW([{'params': others, 'weight_decay': 1e-4}, {'params': [p for n, p in net.named_parameters() if n in tables], 'weight_decay': DECAY}], lr=RATE)
held = np.arange(len(lengths))[parts % 2 == 1]
learned = np.arange(len(lengths))[(parts % 2 == 0) | bool(rest)]
steps = EPOCHS * (len(learned) // SIZE + 1)
plan = torch.optim.lr_scheduler.LambdaLR(opt, lambda k: min(1, (k + 1) / 100) * max(0.01, 1 - k / steps))
print(len(learned), 'learned', len(held), 'held out', flush=True)
began = time.time()
for epoch in range(EPOCHS):
    # Words of about the same length go together, so that little of a batch is padding.
    order = learned.tolist()
    random.shuffle(order)
    order = [i for at in range(0, len(order), 40 * SIZE) for i in sorted(order[at:at + 40 * SIZE], key=lambda i: lengths[i])]
    batches = [np.array(order[i:i + SIZE]) for i in range(0, len(order), SIZE)]
    random.shuffle(batches)
    net.train()
    total = 0
    for rows in batches:
        b = batch(rows)
        logs = net(b).masked_fill(~right[b['targets']], -1e9).logsumexp(-1)
        weight = b['weights'][:, None] * b['there']
        loss = -(logs * weight).sum() / weight.sum()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(others, 1.0)
        opt.step()
        plan.step()
        total += float(loss.detach())
    kinds = {name: judge(rows) for k, name in enumerate(head['sources']) if len(rows := held[parts[held] // 2 == k][:3000])}
    print(epoch, round(total / len(batches), 4), round(time.time() - began), 's', kinds, flush=True)


def pack(m):
    m = m.detach().numpy().astype(np.float32)
    step = np.maximum(np.abs(m).max(0), 1e-6) / 127
    return struct.pack('<I', m.shape[1]) + step.astype('<f4').tobytes() + np.round(m / step).astype(np.int8).tobytes()


bias = lambda layer: torch.cat([layer.weight.T, layer.bias[None]])
around = torch.cat([*(net.around.weight[:, :, k].T for k in range(2 * REACH + 1)), net.around.bias[None]])
sections = ['\n'.join(head['graphones']).encode()] + [pack(m) for m in (
    net.letters.weight, net.words.weight, net.past.weight, bias(net.origin), around, bias(net.join),
    *(table.weight for table in net.behind), net.stress.weight, bias(net.output))]
with open(output, 'wb') as f:
    f.write(b'DLTS' + struct.pack('<II', 2, len(sections)) + b''.join(struct.pack('<I', len(s)) for s in sections) + b''.join(sections))
