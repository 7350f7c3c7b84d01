"""From tokens to durations: the text encoders and the prosody predictor."""

import torch
import torch.nn.functional as F
from torch import Tensor

from training.teacher.layers import EPS, Layers, length_mask

HEADS, ENCODER_LAYERS = 12, 12
ENCODER_LAYER = "bert/albert_layer_groups.0/albert_layers.0/"
ENCODER_EPS = 1e-12


def encode(layers: Layers, tokens: Tensor, lengths: Tensor) -> Tensor:
    """[B, L] → [B, L, 512], the language model's view of the text."""
    w, longest = layers.weights, tokens.shape[1]
    x = w["bert.embeddings.word_embeddings.weight"][tokens] + w["bert.embeddings.token_type_embeddings.weight"][0]
    x = x + w["bert.embeddings.position_embeddings.weight"][:longest]
    x = _layer_norm(layers, "bert/embeddings/LayerNorm", x)
    x = layers.linear("bert/embedding_hidden_mapping_in", x)
    keep = length_mask(lengths, longest).bool()[:, None]
    for _ in range(ENCODER_LAYERS):  # twelve times the same weights
        x = _encoder_layer(layers, x, keep)
    return layers.linear("bert_encoder", x)


def _encoder_layer(layers: Layers, x: Tensor, keep: Tensor) -> Tensor:
    def heads(part: str) -> Tensor:
        made = layers.linear(ENCODER_LAYER + "attention/" + part, x)
        return made.reshape(*x.shape[:2], HEADS, -1).transpose(1, 2)

    heard = F.scaled_dot_product_attention(heads("query"), heads("key"), heads("value"), attn_mask=keep)
    heard = heard.transpose(1, 2).reshape(x.shape)
    x = x + layers.linear(ENCODER_LAYER + "attention/dense", heard)
    x = _layer_norm(layers, ENCODER_LAYER + "attention/LayerNorm", x)
    wide = F.gelu(layers.linear(ENCODER_LAYER + "ffn", x), approximate="tanh")
    return _layer_norm(layers, "layer/full", x + layers.linear(ENCODER_LAYER + "ffn_output", wide))


def _layer_norm(layers: Layers, key: str, x: Tensor, eps: float = ENCODER_EPS) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], layers.weights[key + ".w"], layers.weights[key + ".b"], eps)


def encode_tokens(layers: Layers, tokens: Tensor, lengths: Tensor) -> Tensor:
    """[B, L] → [B, L, 512], the tokens and their neighbours."""
    mask = length_mask(lengths, tokens.shape[1])
    x = layers.weights["text_encoder.embedding.weight"][tokens].transpose(1, 2) * mask
    for k in range(3):
        x = layers.conv(f"text_encoder/cnn.{k}/cnn.{k}.0", x, padding=2)
        x = _layer_norm(layers, f"text_encoder/cnn.{k}/cnn.{k}.1", x.transpose(1, 2), EPS)
        x = F.leaky_relu(x, 0.2).transpose(1, 2) * mask
    return layers.lstm("text_encoder/lstm", x.transpose(1, 2), lengths)


def predict_prosody(layers: Layers, encoded: Tensor, style: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """→ what F0 and energy are made of, [B, L, 640], and the expected ticks of each token at speed 1, [B, L]."""
    own = style[:, 128:]
    own_by_token = own[:, None].expand(-1, encoded.shape[1], -1)
    x = torch.cat([encoded, own_by_token], 2)
    for k in (0, 2, 4):
        x = layers.lstm(f"predictor/text_encoder/lstms.{k}", x, lengths)
        scale, shift = layers.linear(f"predictor/text_encoder/lstms.{k + 1}/fc", own).chunk(2, 1)
        x = F.layer_norm(x, (512,), None, None, EPS) * (1 + scale[:, None]) + shift[:, None]
        x = torch.cat([x, own_by_token], 2)
    spoken = layers.lstm("predictor/lstm", x, lengths)
    return x, torch.sigmoid(layers.linear("predictor/duration_proj/linear_layer", spoken)).sum(2)


def round_durations(expected: Tensor, speed: Tensor, lengths: Tensor) -> Tensor:
    """[B, L] whole ticks; zero beyond a segment's end."""
    return torch.round(expected / speed).clamp(min=1) * length_mask(lengths, expected.shape[1])[:, 0]


def align(x: Tensor, durations: Tensor) -> tuple[Tensor, Tensor]:
    """[B, L, C] → [B, ticks, C], each token as long as it lasts, and how many ticks each segment has."""
    ends = durations.cumsum(1)
    ticks = ends[:, -1].long()
    places = torch.arange(int(ticks.max()), device=x.device).expand(len(x), -1)
    which = torch.searchsorted(ends, places.float().contiguous(), right=True).clamp(max=x.shape[1] - 1)
    return torch.gather(x, 1, which[:, :, None].expand(-1, -1, x.shape[2])), ticks
